import { linearStep } from '../../smoothstep.ts';
import { OPEN_MOUTH } from '../face-ability.ts';
import type { ExpressionRequest, FaceTraits, Plan } from '../expression-track.ts';
import { mannerOf } from '../manner.ts';
import type { Random } from '../random.ts';
import { holdUp } from '../timing.ts';
import { farCheekHidden, mirrorConfidence } from './plan-head.ts';

/**
 * A smiling head turns towards the viewer by up to `large`, a smaller one, which has to be seen to smile, by up to `small`, growing between these
 * yaws, as far as the uncovered skin can be synthesised and gives it no second cheek. Degrees; face widths in film pixels. By 12, the far cheek of
 * large heads looked swollen.
 */
const SMILES_BACK = { from: 8, to: 20, large: 7, small: 12, width: { from: 160, to: 240 } };

/**
 * How far lips are stretched. A small mouth needs it to be seen to smile; it fades out by face
 * width in film pixels (`width`). Closed lips that already smile (`grin`) cannot rise much further and stretch more, up
 * to `middle`; a large face does so over a lowered chin only, by `large`. Open mouths need
 * little: of 68 smaller faces, all that passed the judge at four times this amount still pass, with fewer grimaces.
 */
const STRETCHED = {
  open: 0.1,
  openAside: 0.18,
  shut: 0.15,
  shutMore: 0.35,
  width: { from: 90, to: 160 },
  large: 0.6,
  /** Ranges of `grin` and of face width over which the stretch of closed, smiling lips grows and fades. */
  grin: { from: 0.5, to: 1 },
  middle: { from: 160, to: 240 },
};

/**
 * Strength of a smile. A large frontal face smiles at `size`: a full smile looked like a grimace and changed the
 * identity (of 84 large faces, a full smile moved 6 beyond the judge's identity limit, 0.72 none). Small faces, below
 * `openWidth` or `shutWidth`, and turned ones need the full strength to be seen to smile, except open mouths that turn
 * back (`back`).
 */
const CALM = {
  size: 0.78,
  openWidth: { from: 30, to: 110 },
  shutWidth: { from: 40, to: 70 },
  turned: { from: 8, to: 24 },
  back: 0.6,
};

/**
 * Closed lips that already smile, and mouths seen from below or above (sine of the pitch), show less of a smile and get
 * nearly full strength.
 */
const SHOWS_LESS = {
  raised: { from: 0.08, to: 0.2 },
  lowered: { from: 0.18, to: 0.26 },
  gap: { from: 0.03, to: 0.07 },
};

export function smile(request: ExpressionRequest, traits: FaceTraits, random: Random): Plan {
  const { yaw, mouthGap } = traits;
  const manner = mannerOf(request.seed);
  const curve = holdUp(request, random, 0.9, manner.delay);
  const turned = linearStep(Math.abs(yaw), SMILES_BACK.from, SMILES_BACK.to);
  const isOpen = mouthGap > OPEN_MOUTH;
  const lowered = loweredness(traits);
  const open = STRETCHED.open + (STRETCHED.openAside - STRETCHED.open) * turned;
  const more = isOpen ? lowered : Math.max(lowered, shutGrin(traits));
  const shut = STRETCHED.shut + (STRETCHED.shutMore - STRETCHED.shut) * more;
  const largeness = linearStep(traits.width, STRETCHED.width.from, STRETCHED.width.to);
  const stretched = (isOpen ? open : shut) * (1 - largeness * (1 - STRETCHED.large * more));
  const larger = isOpen ? 1 - 0.15 * stretched : 1 + 0.1 * smallness(traits);
  const returning = turned * mirrorConfidence(traits) * (1 - farCheekHidden(traits));
  const calm = calmness(traits, isOpen, returning);
  const size = (1 + 0.1 * manner.strength) * larger * (1 - 0.08 * turned) * calm;
  const large = linearStep(traits.width, SMILES_BACK.width.from, SMILES_BACK.width.to);
  const back = -Math.sign(yaw) * (SMILES_BACK.small + (SMILES_BACK.large - SMILES_BACK.small) * large) * returning;
  return {
    act: (at) => {
      const done = curve(at);
      const cheek = 0.7 * calm * done;
      return {
        smile: size * done,
        leftCheek: cheek,
        rightCheek: cheek,
        stretch: stretched * done,
        yaw: back * done,
      };
    },
  };
}

/**
 * A laugh. The jaw opens by `open` at once and by `beat` more with each of the beats (shares of the blend shape), of which
 * there are `perSecond`. They come in bursts of `inBurst`, at the end of which they are `fading` weaker: even ones looked like
 * a machine. A mouth that is open by `wide` face widths already needs half. The head tilts back by `back` and nods
 * by `nod` degrees with each beat, the lids close by `squint`. It smiles by `broad` of a smile: with an open jaw more is a clown's.
 */
const LAUGH = {
  open: 0.45,
  beat: 0.5,
  perSecond: 2.9,
  inBurst: 5,
  fading: 0.35,
  wide: { from: 0.1, to: 0.2 },
  back: 5,
  nod: 3,
  down: 0.022,
  squint: 0.24,
  broad: 0.65,
};

/** An open mouth laughs aloud; closed lips stay closed. */
export function laugh(request: ExpressionRequest, { mouthGap }: FaceTraits, random: Random): Plan {
  const curve = holdUp(request, random, 0.7, mannerOf(request.seed).delay);
  const isAloud = mouthGap > OPEN_MOUTH;
  const smiling = random.between(0.8, 1) * (isAloud ? LAUGH.broad : 1);
  const wide = linearStep(mouthGap, LAUGH.wide.from, LAUGH.wide.to);
  const opening = isAloud ? random.between(0.85, 1.1) * (1 - 0.5 * wide) : 0;
  const back = LAUGH.back * random.between(0.8, 1.2) * (isAloud ? 1 : 0.6);
  const beats = LAUGH.perSecond * random.between(0.92, 1.08) * request.duration;
  const shaking = isAloud ? 1 : 0.6;
  return {
    act: (at) => {
      const done = curve(at);
      const turns = 2 * Math.PI * beats * at;
      const strength = 1 - (LAUGH.fading / 2) * (1 - Math.cos(turns / LAUGH.inBurst));
      const bob = (0.5 - 0.5 * Math.cos(turns)) * strength * done;
      const squint = LAUGH.squint * done;
      return {
        smile: smiling * done,
        leftCheek: 1.15 * done,
        rightCheek: 1.15 * done,
        leftLid: squint,
        rightLid: squint,
        jaw: opening * (LAUGH.open * done + LAUGH.beat * bob),
        pitch: -back * done + LAUGH.nod * shaking * bob,
        down: LAUGH.down * shaking * bob,
      };
    },
  };
}

function calmness(traits: FaceTraits, isOpen: boolean, returning: number): number {
  const { width, yaw, mouthGap, grin, raised } = traits;
  const { from, to } = isOpen ? CALM.openWidth : CALM.shutWidth;
  const aside = linearStep(Math.abs(yaw), CALM.turned.from, CALM.turned.to);
  const ahead = 1 - aside * (1 - (isOpen ? CALM.back * returning : 0));
  const shut = 1 - linearStep(mouthGap, SHOWS_LESS.gap.from, SHOWS_LESS.gap.to);
  const aslant = Math.max(linearStep(raised, SHOWS_LESS.raised.from, SHOWS_LESS.raised.to), loweredness(traits));
  const showsAll = 1 - Math.max(0.8 * grin * shut, aslant);
  return 1 - (1 - CALM.size) * linearStep(width, from, to) * ahead * showsAll;
}

/** How far closed lips already smile, 0 to 1; 0 for a large face, whose smile is visible anyway. */
function shutGrin({ grin, width }: FaceTraits): number {
  return (
    linearStep(grin, STRETCHED.grin.from, STRETCHED.grin.to) *
    (1 - linearStep(width, STRETCHED.middle.from, STRETCHED.middle.to))
  );
}

function loweredness({ raised }: FaceTraits): number {
  return linearStep(-raised, SHOWS_LESS.lowered.from, SHOWS_LESS.lowered.to);
}

/** 1 for a face so small that it must move further to be seen to move, 0 for a large one. */
function smallness({ width }: FaceTraits): number {
  return 1 - linearStep(width, 60, 100);
}
