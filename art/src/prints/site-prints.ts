import { drawBackdrop, portraitSize, shadowAt, type Size } from '../figure/draw-backdrop.ts';
import { drawDog } from '../figure/draw-dog.ts';
import { drawFingersRound } from '../figure/draw-hand.ts';
import { drawPerson, type Place } from '../figure/draw-person.ts';
import { atRest, type Expression } from '../figure/person.ts';
import type { Ageing } from './aged-print.ts';
import { relatives } from './relatives.ts';
import { drawPortrait, sitters } from './sitters.ts';

/** An invented photograph, and the film that the product makes of it. */
export interface SitePrint extends Ageing {
  name: string;
  effect: 'smile' | 'laugh' | 'kiss' | 'wink' | 'turn';
  /** Of the effect's versions the one to show. */
  version: number;
  size: Size;
  picture: string;
}

/** Shown in the gallery and the other sections of the landing page, each as an old print. */
export function galleryPrints(): SitePrint[] {
  const size = portraitSize;
  return [
    {
      name: 'smile',
      effect: 'smile',
      version: 3,
      size,
      faded: 0.55,
      seed: 11,
      picture: drawPortrait(sitters.grandmother),
    },
    { name: 'laugh', effect: 'laugh', version: 5, size, faded: 0.45, seed: 23, picture: drawCouple() },
    { name: 'kiss', effect: 'kiss', version: 7, size, faded: 0.4, seed: 34, picture: drawChild() },
    { name: 'wink', effect: 'wink', version: 3, size, faded: 0.5, seed: 64, picture: drawOldMan() },
    { name: 'turn', effect: 'turn', version: 3, size, faded: 0.6, seed: 71, picture: drawYoungMan() },
    { name: 'dog', effect: 'smile', version: 3, size, faded: 0.42, seed: 66, picture: drawDogAndOwner() },
  ];
}

/** Across the whole page behind its headline: a wide picture, and a high one for narrow windows. */
export function heroPrints(): SitePrint[] {
  const alike = { effect: 'smile', version: 3, faded: 0.42, seed: 29 } as const;
  const wide = { width: 1600, height: 900 };
  const narrow = { width: 960, height: 1120 };
  return [
    { ...alike, name: 'hero', size: wide, picture: drawFamily(wide, 'translate(770 74) scale(0.82)') },
    { ...alike, name: 'hero-narrow', size: narrow, picture: drawFamily(narrow, 'translate(0 20)') },
  ];
}

function drawCouple(): string {
  return `${drawBackdrop(['#d9c39a', '#7d6440'])}${shadowAt(380, 400, 230, 260)}
    ${draw('man', { x: 432, y: 256, scale: 0.88, lean: -3 }, { smile: 0.4, open: 0.28, tilt: -3, turn: -7 })}
    ${shadowAt(250, 520, 150, 160)}
    ${draw('woman', { x: 184, y: 368, scale: 0.88, lean: 4 }, { smile: 0.4, open: 0.28, tilt: 4, turn: 6 })}`;
}

function drawChild(): string {
  return `${drawBackdrop(['#c5d6d0', '#5d7f80'])}${shadowAt(340, 470, 200, 220)}
    ${draw('child', { x: 300, y: 352, scale: 1.12 })}`;
}

function drawOldMan(): string {
  return `${drawBackdrop(['#b9a98a', '#4c4232'])}${shadowAt(360, 420, 220, 260)}
    ${draw('oldMan', { x: 300, y: 302, scale: 1 }, { ...atRest, tilt: -2 })}`;
}

function drawYoungMan(): string {
  return `${drawBackdrop(['#d6c093', '#7d6640'])}${shadowAt(360, 420, 220, 260)}
    ${draw('youngMan', { x: 296, y: 292, scale: 1 })}`;
}

function drawDogAndOwner(): string {
  const [, shade] = relatives.dogOwner.person.skin;
  return `${drawBackdrop(['#aebfa6', '#4c6152'])}${shadowAt(300, 400, 230, 260)}
    ${draw('dogOwner', { x: 222, y: 262, scale: 0.86 }, { ...atRest, tilt: 3 })}
    ${shadowAt(420, 560, 130, 160)}
    <path d="M552 574C580 568 593 588 594 612C594 640 584 658 552 660Z" fill="${shade}" stroke="#7d4b30" stroke-width="1.5"/>
    <g transform="translate(424 440) scale(1.06)">${drawDog()}</g>
    ${drawFingersRound(relatives.dogOwner.person.skin, { x: 566, y: 588 })}`;
}

/** Three generations and their dog, about 960 units wide and 860 high, put in its place by `transform`. */
function drawFamily(size: Size, transform: string): string {
  return `${drawBackdrop(['#c9ad7c', '#4a3722'], size)}<g transform="${transform}">
    ${shadowAt(520, 420, 420, 330)}
    ${draw('man', { x: 300, y: 232, scale: 0.8 }, { ...atRest, tilt: 2 })}
    ${draw('woman', { x: 500, y: 268, scale: 0.76 }, { ...atRest, tilt: -2 })}
    ${draw('youngMan', { x: 690, y: 226, scale: 0.8 }, { ...atRest, tilt: -2 })}
    ${shadowAt(300, 700, 300, 200)}${shadowAt(640, 700, 300, 200)}
    ${drawSitter('grandmother', { x: 190, y: 520, scale: 0.84 })}
    ${drawSitter('grandfather', { x: 780, y: 520, scale: 0.84 })}
    ${shadowAt(480, 760, 200, 170)}
    ${draw('daughter', { x: 400, y: 622, scale: 0.76 }, { ...atRest, tilt: -3 })}
    <g transform="translate(590 690) scale(0.86)">${drawDog()}</g>
  </g>`;
}

function draw(name: keyof typeof relatives, place: Place, expression: Expression = atRest): string {
  const { person, clothes } = relatives[name];
  return drawPerson(name, person, clothes, place, expression);
}

function drawSitter(name: keyof typeof sitters, place: Place): string {
  const { person, clothes } = sitters[name];
  return drawPerson(name, person, clothes, place, atRest);
}
