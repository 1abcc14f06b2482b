/** A drawn, invented person. Colours are those of a new print; `agePicture` fades them. */
export interface Person {
  skin: Shades;
  hair: Shades;
  style: 'bun' | 'parting' | 'cropped' | 'waves' | 'bob' | 'long' | 'receding' | 'cap';
  eyes: string;
  lips: string;
  /** Amount of wrinkles, 0 to 1. */
  age: number;
  /** Relative width of the jaw; 1 is average. */
  jaw: number;
  /** Relative strength of the eyebrows; 1 is average. */
  brows: number;
  child?: boolean;
  lashes?: boolean;
  glasses?: boolean;
  moustache?: boolean;
  beard?: boolean;
  /** Colours of the cap. */
  cap?: Shades;
}

export type Shades = readonly [light: string, shade: string];

/** How a person looks at the viewer. */
export interface Expression {
  /** From 0, at rest, to 1. */
  smile: number;
  /** How far the mouth is open, 0 to 1. */
  open: number;
  /** Degrees, clockwise. */
  tilt: number;
  /** Degrees, towards the right of the picture. */
  turn: number;
}

export const atRest: Expression = { smile: 0.22, open: 0, tilt: 0, turn: 0 };

export function radial(id: string, [light, shade]: Shades, x: number, y: number, radius: number): string {
  return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${radius}"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${shade}"/></radialGradient>`;
}
