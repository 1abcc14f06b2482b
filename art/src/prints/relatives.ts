import type { Clothes } from '../figure/draw-clothes.ts';
import type { Person } from '../figure/person.ts';

export interface Relative {
  person: Person;
  clothes: Clothes;
}

/** Invented people who stand in the pictures of the landing page. */
export const relatives = {
  woman: {
    person: {
      skin: ['#f0c49c', '#c58a60'],
      hair: ['#6b3c28', '#26130c'],
      style: 'waves',
      eyes: '#5b4630',
      lips: '#bf4a3c',
      age: 0.05,
      jaw: 0.92,
      brows: 0.85,
      lashes: true,
    },
    clothes: { colour: ['#c0563a', '#64200f'], cut: 'round', broad: 215, accent: '#f3e7d2' },
  },
  man: {
    person: {
      skin: ['#cf9468', '#8d5836'],
      hair: ['#453730', '#15100d'],
      style: 'parting',
      eyes: '#4a3220',
      lips: '#a8604e',
      age: 0.2,
      jaw: 1.1,
      brows: 1.35,
    },
    clothes: { colour: ['#55667a', '#1d2733'], cut: 'suit', broad: 262, accent: '#7d3528' },
  },
  child: {
    person: {
      skin: ['#f8d8b2', '#d9a273'],
      hair: ['#4a3a34', '#14100e'],
      style: 'bob',
      eyes: '#4a2e1c',
      lips: '#c9685a',
      age: 0,
      jaw: 1.06,
      brows: 0.6,
      child: true,
    },
    clothes: { colour: ['#d9a441', '#8a5f1c'], cut: 'cardigan', broad: 172, shirt: '#f4ecdc', accent: '#7d3528' },
  },
  youngMan: {
    person: {
      skin: ['#a9714c', '#643a22'],
      hair: ['#38302b', '#0f0b09'],
      style: 'cropped',
      eyes: '#3f2816',
      lips: '#8f4a3c',
      age: 0.12,
      jaw: 1.06,
      brows: 1.2,
    },
    clothes: { colour: ['#47635a', '#152620'], cut: 'suit', broad: 262, accent: '#8a5a2b' },
  },
  oldMan: {
    person: {
      skin: ['#f0c9a4', '#c38c63'],
      hair: ['#efeae0', '#9a9184'],
      style: 'receding',
      eyes: '#64798a',
      lips: '#b0705e',
      age: 0.9,
      jaw: 1.05,
      brows: 1.2,
      moustache: true,
      beard: true,
    },
    clothes: { colour: ['#4a4f58', '#191c22'], cut: 'waistcoat', broad: 245 },
  },
  dogOwner: {
    person: {
      skin: ['#f2cba8', '#c88d66'],
      hair: ['#b9b2a6', '#59524a'],
      style: 'cap',
      cap: ['#7d7563', '#3e382c'],
      eyes: '#6f8fa8',
      lips: '#b0705e',
      age: 0.75,
      jaw: 1.08,
      brows: 1.2,
    },
    clothes: { colour: ['#6f6248', '#2d2618'], cut: 'waistcoat', broad: 250, accent: '#a8854a' },
  },
  mother: {
    person: {
      skin: ['#f3cba6', '#c98e66'],
      hair: ['#3f2a20', '#150c08'],
      style: 'long',
      eyes: '#54402a',
      lips: '#bb5145',
      age: 0.1,
      jaw: 0.93,
      brows: 0.9,
      lashes: true,
    },
    clothes: { colour: ['#6f8f86', '#2b4742'], cut: 'collar', broad: 220 },
  },
  daughter: {
    person: {
      skin: ['#f8d3ae', '#d39d72'],
      hair: ['#7a4c2c', '#351c0d'],
      style: 'bob',
      eyes: '#5f7350',
      lips: '#c9685a',
      age: 0,
      jaw: 1.05,
      brows: 0.6,
      child: true,
    },
    clothes: { colour: ['#b3543f', '#5e2114'], cut: 'collar', broad: 172 },
  },
} satisfies Record<string, Relative>;
