import type { AgedPrint } from './aged-print.ts';

/** Three prints of a family album that never was. */
export const prints: Record<'grandmother' | 'mother' | 'grandfather', AgedPrint> = {
  grandmother: {
    faded: 0.6,
    seed: 11,
    sitter: {
      skin: ['#f6d7bb', '#d9a27c'],
      hair: ['#c9c3ba', '#5f5850'],
      eyes: '#6f8fa8',
      lips: '#c27a68',
      coat: ['#54636e', '#1d272e'],
      backdrop: ['#93a08f', '#3c4a42'],
      style: 'bun',
      clothes: 'collar',
      age: 0.95,
      glasses: true,
      brooch: true,
    },
  },
  mother: {
    faded: 0.5,
    seed: 23,
    sitter: {
      skin: ['#f8d3b3', '#dc9d75'],
      hair: ['#7a4a31', '#2e1810'],
      eyes: '#5f7d52',
      lips: '#c4523f',
      coat: ['#b04a2c', '#5b1f10'],
      backdrop: ['#b9d0c6', '#4d7672'],
      style: 'waves',
      clothes: 'collar',
      age: 0,
      brooch: true,
    },
  },
  grandfather: {
    faded: 0.7,
    seed: 37,
    sitter: {
      skin: ['#efc7a2', '#c98d66'],
      hair: ['#6f645a', '#2c2520'],
      eyes: '#6a5138',
      lips: '#a8604e',
      coat: ['#4a4f5a', '#1d2027'],
      backdrop: ['#998a70', '#43382a'],
      style: 'parting',
      clothes: 'lapels',
      age: 0.7,
      moustache: true,
    },
  },
};
