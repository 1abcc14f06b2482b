/** A drawn person, nobody in particular. Colours as the camera would have seen them; the print makes them old. */
export interface Person {
  skin: Shades;
  hair: Shades;
  style: 'bun' | 'parting' | 'cropped' | 'waves' | 'bob' | 'long' | 'receding' | 'cap';
  eyes: string;
  lips: string;
  /** Lines of a long life, 0 to 1. */
  age: number;
  /** How broad the jaw is; 1 is in the middle. */
  jaw: number;
  /** How strong the eyebrows are; 1 is in the middle. */
  brows: number;
  child?: boolean;
  lashes?: boolean;
  glasses?: boolean;
  moustache?: boolean;
  beard?: boolean;
  /** Of the cap. */
  cap?: Shades;
}

export type Shades = readonly [light: string, shade: string];

/** What a person does at a moment of a film. */
export interface Expression {
  /** From 0, at rest, to 1. */
  smile: number;
  /** How far the mouth is open, 0 to 1. */
  open: number;
  /** How far the left and the right eye of the picture are shut, 0 to 1. */
  shut: readonly [left: number, right: number];
  /** Degrees, clockwise. */
  tilt: number;
  /** Degrees, towards the right of the picture. */
  turn: number;
  /** How far the head comes down, in the person's own measure. */
  sink: number;
}

export const atRest: Expression = { smile: 0, open: 0, shut: [0, 0], tilt: 0, turn: 0, sink: 0 };

export function radial(id: string, [light, shade]: Shades, x: number, y: number, radius: number): string {
  return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${radius}"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${shade}"/></radialGradient>`;
}
