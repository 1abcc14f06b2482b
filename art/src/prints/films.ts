import { agePicture, type Ageing } from './aged-print.ts';
import { drawDogPrint } from './film-dog.ts';
import { drawLaugh } from './film-laugh.ts';
import { drawSmile } from './film-smile.ts';
import { drawTurn } from './film-turn.ts';
import { drawWave } from './film-wave.ts';
import { drawWink } from './film-wink.ts';

export const filmSeconds = 4;

/** Invented old prints that come to life. Each film begins and ends at rest, so that it can loop. */
export const films: readonly {
  name: 'smile' | 'laugh' | 'wave' | 'wink' | 'turn' | 'dog';
  /** The print at a time in seconds, as an SVG with an aspect ratio of 5:6; 0 is the still. */
  draw: (width: number, time?: number) => string;
}[] = [
  { name: 'smile', draw: aged(drawSmile, { faded: 0.55, seed: 11 }) },
  { name: 'laugh', draw: aged(drawLaugh, { faded: 0.45, seed: 23 }) },
  { name: 'wave', draw: aged(drawWave, { faded: 0.4, seed: 34 }) },
  { name: 'wink', draw: aged(drawWink, { faded: 0.5, seed: 64 }) },
  { name: 'turn', draw: aged(drawTurn, { faded: 0.6, seed: 71 }) },
  { name: 'dog', draw: aged(drawDogPrint, { faded: 0.42, seed: 66 }) },
];

function aged(picture: (time: number) => string, ageing: Ageing): (width: number, time?: number) => string {
  return (width, time = 0) => agePicture(picture(time % filmSeconds), ageing, width);
}
