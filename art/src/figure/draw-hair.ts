import type { Person } from './person.ts';
import type { Turn } from './turn-path.ts';

interface Hair {
  /** Drawn behind head and shoulders. */
  behind: string;
  /** Drawn on the head, down to the hairline. */
  before: string;
  /** Fine lines along the hair. */
  combed: string;
}

const styles: Record<Person['style'], Hair> = {
  bun: {
    behind:
      'M0 -184C-82 -184 -116 -128 -114 -50C-113 0 -106 42 -82 66L82 66C106 42 113 0 114 -50C116 -128 82 -184 0 -184ZM0 -250C-40 -250 -62 -226 -60 -198C-58 -168 -32 -154 0 -154C32 -154 58 -168 60 -198C62 -226 40 -250 0 -250Z',
    before:
      'M-104 16C-114 -86 -72 -170 0 -170C72 -170 114 -86 104 16C98 -46 70 -92 14 -108C4 -110 -4 -110 -14 -108C-70 -92 -98 -46 -104 16Z',
    combed:
      'M-4 -112C-50 -120 -84 -84 -96 -36M-2 -126C-52 -138 -90 -100 -100 -60M4 -112C50 -120 84 -84 96 -36M2 -126C52 -138 90 -100 100 -60M-2 -142C-40 -148 -72 -130 -88 -100M2 -142C40 -148 72 -130 88 -100M-40 -214C-20 -228 20 -228 42 -210M-44 -196C-20 -210 20 -210 46 -192',
  },
  parting: {
    behind:
      'M0 -176C-76 -176 -114 -122 -110 -40C-109 0 -102 26 -90 40L90 40C102 26 109 0 110 -40C114 -122 76 -176 0 -176Z',
    before:
      'M-103 0C-116 -100 -78 -174 4 -176C86 -178 116 -100 103 0C99 -36 94 -60 80 -82C40 -70 -26 -78 -58 -112C-80 -88 -96 -54 -103 0Z',
    combed:
      'M-58 -112C-40 -146 10 -162 52 -150M-50 -106C-26 -134 22 -146 66 -132M-38 -98C-12 -118 30 -126 76 -112M-16 -90C12 -100 44 -104 82 -94M-64 -112C-84 -92 -94 -64 -98 -36M-66 -124C-86 -108 -98 -80 -102 -56',
  },
  cropped: {
    behind:
      'M0 -172C-76 -172 -112 -122 -108 -40C-107 0 -102 24 -90 36L90 36C102 24 107 0 108 -40C112 -122 76 -172 0 -172Z',
    before:
      'M-102 4C-114 -104 -74 -172 0 -172C74 -172 114 -104 102 4C97 -26 94 -48 88 -70C78 -92 44 -104 0 -104C-44 -104 -78 -92 -88 -70C-94 -48 -97 -26 -102 4Z',
    combed: curls(),
  },
  waves: {
    behind:
      'M0 -184C-96 -184 -136 -126 -130 -52C-126 -16 -144 10 -140 48C-136 76 -146 104 -132 130C-114 158 -70 150 -44 146L44 146C70 150 114 158 132 130C146 104 136 76 140 48C144 10 126 -16 130 -52C136 -126 96 -184 0 -184Z',
    before:
      'M-106 40C-126 -30 -124 -96 -90 -140C-62 -174 -30 -184 6 -182C76 -178 122 -134 118 -52C117 -10 112 20 106 46C102 -14 88 -60 58 -100C30 -86 -30 -76 -62 -58C-88 -42 -98 -6 -106 40Z',
    combed:
      'M52 -108C20 -130 -40 -120 -76 -84M54 -116C14 -148 -56 -136 -92 -88M60 -102C88 -70 104 -30 106 10M64 -114C98 -82 112 -44 113 -6M-118 0C-130 30 -114 54 -124 92M-106 50C-118 76 -104 98 -112 128M118 0C130 30 114 54 124 92M106 50C118 76 104 98 112 128',
  },
  bob: {
    behind:
      'M0 -180C-92 -180 -132 -118 -128 -36C-127 20 -136 70 -122 98C-112 114 -90 116 -70 112L70 112C90 116 112 114 122 98C136 70 127 20 128 -36C132 -118 92 -180 0 -180Z',
    before:
      'M-98 88C-116 92 -124 78 -122 50C-124 10 -126 -20 -122 -60C-116 -132 -70 -176 0 -176C70 -176 116 -132 122 -60C126 -20 124 10 122 50C124 78 116 92 98 88C104 40 100 0 90 -34C66 -26 34 -23 0 -23C-34 -23 -66 -26 -90 -34C-100 0 -104 40 -98 88Z',
    combed:
      'M-64 -138C-78 -104 -82 -74 -80 -40M-30 -154C-42 -112 -46 -76 -42 -36M6 -158C2 -112 0 -76 2 -34M40 -152C46 -110 48 -76 44 -36M72 -134C80 -104 82 -74 80 -40M-112 -50C-116 -10 -112 30 -112 70M112 -50C116 -10 112 30 112 70M-104 -70C-110 -20 -106 20 -106 60',
  },
  long: {
    behind:
      'M0 -182C-96 -182 -132 -120 -126 -40C-124 30 -140 90 -136 150C-134 210 -120 250 -100 262L100 262C120 250 134 210 136 150C140 90 124 30 126 -40C132 -120 96 -182 0 -182Z',
    before:
      'M-100 70C-124 30 -128 -50 -112 -100C-92 -158 -44 -182 2 -180C60 -180 104 -152 116 -96C128 -44 124 34 100 74C104 10 92 -60 4 -124C-80 -70 -104 0 -100 70Z',
    combed:
      'M0 -128C-56 -110 -92 -60 -106 10M-2 -142C-70 -126 -108 -70 -114 -10M8 -128C60 -106 94 -60 106 10M10 -142C74 -122 108 -70 116 -10M-2 -156C-50 -152 -88 -124 -104 -84M10 -156C56 -150 90 -124 106 -84',
  },
  receding: {
    behind:
      'M0 -160C-84 -160 -118 -110 -112 -36C-112 10 -108 40 -96 60L96 60C108 40 112 10 112 -36C118 -110 84 -160 0 -160Z',
    before:
      'M-104 12C-116 -60 -104 -116 -70 -142C-84 -112 -88 -86 -90 -60C-94 -34 -98 -12 -104 12ZM104 12C116 -60 104 -116 70 -142C84 -112 88 -86 90 -60C94 -34 98 -12 104 12ZM-70 -142C-40 -172 40 -172 70 -142C56 -150 30 -154 0 -154C-30 -154 -56 -150 -70 -142Z',
    combed: 'M-100 -20C-104 -60 -98 -96 -82 -122M-96 -40C-98 -70 -92 -96 -80 -116M100 -20C104 -60 98 -96 82 -122',
  },
  cap: {
    behind:
      'M0 -150C-76 -150 -112 -110 -110 -36C-110 10 -106 42 -94 60L94 60C106 42 110 10 110 -36C112 -110 76 -150 0 -150Z',
    before:
      'M-104 14C-110 -20 -110 -50 -102 -78L-84 -78C-92 -50 -98 -20 -104 14ZM104 14C110 -20 110 -50 102 -78L84 -78C92 -50 98 -20 104 14Z',
    combed: 'M-100 -10C-104 -34 -102 -54 -96 -70M100 -10C104 -34 102 -54 96 -70',
  },
};

export function hairBehind(id: string, { style }: Person, turn: Turn): string {
  return `<path d="${turn(styles[style].behind, -70)}" fill="url(#${id}-hair)"/>`;
}

/** The hair that a turn uncovers between forehead and back of the head. */
export function hairBeside(id: string, { style }: Person, turn: Turn): string {
  if (style === 'long') return '';
  return [-46, -30, -15]
    .map((lift) => `<path d="${turn(styles[style].before, lift)}" fill="url(#${id}-hair)"/>`)
    .join('');
}

export function hairBefore(id: string, person: Person, turn: Turn, degrees: number): string {
  const { before, combed } = styles[person.style];
  const fine = person.style === 'cropped' ? 0.09 : 0.15;
  return `<path d="${turn(before)}" fill="url(#${id}-hair)"/>
    <path d="${turn(before)}" fill="none" stroke="${person.hair[1]}" stroke-opacity="${Math.max(0, 0.4 - Math.abs(degrees) * 0.04)}" stroke-width="2.5"/>
    <path d="${turn(combed)}" fill="none" stroke="#fff" stroke-opacity="${fine}" stroke-width="2.6" stroke-linecap="round"/>
    ${person.cap ? cap(person.cap, turn) : ''}`;
}

/** A flat tweed cap. */
function cap([light, shade]: readonly [string, string], turn: Turn): string {
  const crown = 'M-112 -76C-134 -130 -90 -186 4 -190C96 -190 138 -134 114 -76C70 -104 -66 -106 -112 -76Z';
  const peak =
    'M-104 -84C-70 -124 70 -124 104 -84C112 -70 96 -60 80 -66C30 -86 -30 -86 -80 -66C-96 -60 -112 -70 -104 -84Z';
  return `<path d="${turn(crown)}" fill="${light}"/><path d="${turn('M30 -190C110 -186 138 -134 114 -76C100 -86 70 -94 50 -98C74 -130 66 -166 30 -190Z')}" fill="${shade}" opacity=".55"/>
    <path d="${turn('M-96 -104C-100 -140 -60 -176 4 -184M-30 -180C-56 -160 -64 -130 -60 -106M50 -182C66 -160 70 -130 62 -106')}" fill="none" stroke="${shade}" stroke-opacity=".6" stroke-width="2.5"/>
    <path d="${turn(peak, 8)}" fill="${shade}"/><path d="${turn('M-96 -88C-62 -116 40 -122 88 -92', 8)}" fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="3"/>`;
}

export function beardOf(id: string, { beard }: Person, turn: Turn): string {
  if (!beard) return '';
  return `<path d="${turn('M-98 6C-98 60 -90 100 -72 132C-54 166 -24 182 0 182C24 182 54 166 72 132C90 100 98 60 98 6C92 40 84 64 66 78C44 92 24 82 0 82C-24 82 -44 92 -66 78C-84 64 -92 40 -98 6Z')}" fill="url(#${id}-hair)"/>
    <path d="${turn('M-84 70C-76 108 -56 140 -34 160M-64 96C-58 122 -42 146 -20 166M-26 134C-20 150 -12 164 -4 172M84 70C76 108 56 140 34 160M64 96C58 122 42 146 20 166M26 134C20 150 12 164 4 172')}" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="2.6" stroke-linecap="round"/>`;
}

/** A moustache that follows the corners of the mouth. */
export function moustacheOf({ moustache, hair }: Person, smile: number, turn: Turn): string {
  if (!moustache) return '';
  const [wide, end] = [57 + smile * 7, 107 - smile * 12];
  const shape = turn(
    `M0 ${75 + smile * 2}C-22 70 -46 ${80 - smile * 2} ${-wide} ${end}C-42 ${end + 4} -18 ${105 + smile * 2} 0 ${97 + smile * 2}C18 ${105 + smile * 2} 42 ${end + 4} ${wide} ${end}C46 ${80 - smile * 2} 22 70 0 ${75 + smile * 2}Z`,
    8,
  );
  const combed = `M${-wide + 9} ${end - 5}C-36 ${88 - smile * 4} -20 84 -5 86M${wide - 9} ${end - 5}C36 ${88 - smile * 4} 20 84 5 86`;
  return `<path d="${shape}" fill="${hair[1]}"/><path d="${shape}" fill="${hair[0]}" opacity=".55"/>
    <path d="${turn(combed, 8)}" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="2.6" stroke-linecap="round"/>`;
}

/** Rows of small curls. */
function curls(): string {
  const rows = [
    { y: -118, half: 72 },
    { y: -132, half: 66 },
    { y: -146, half: 52 },
    { y: -158, half: 34 },
  ];
  return rows
    .flatMap(({ y, half }) =>
      Array.from({ length: Math.floor((half * 2) / 13) }, (_, index) => {
        const x = -half + index * 13;
        const fall = (x / 75) ** 2 * 22;
        return `M${x} ${y + fall}C${x + 1} ${y + fall - 7} ${x + 9} ${y + fall - 7} ${x + 10} ${y + fall}`;
      }),
    )
    .join('');
}
