/** A drawn person, nobody in particular. Colours as the camera would have seen them; the print makes them old. */
export interface Sitter {
  skin: [light: string, shade: string];
  hair: [light: string, shade: string];
  eyes: string;
  lips: string;
  coat: [light: string, shade: string];
  backdrop: [light: string, shade: string];
  style: 'waves' | 'bun' | 'parting';
  clothes: 'collar' | 'lapels';
  /** Lines of a long life, 0 to 1. */
  age: number;
  glasses?: boolean;
  moustache?: boolean;
  brooch?: boolean;
}

/** What the sitter does at a moment of a film; each from 0, at rest, to 1. */
export interface Pose {
  smile: number;
  /** How far the left and the right eye are shut. */
  shut: [left: number, right: number];
  /** Degrees, clockwise. */
  tilt: number;
}

const atRest: Pose = { smile: 0, shut: [0, 0], tilt: 0 };

/** A studio portrait of 600 × 720, as the content of an SVG; the light comes from the upper left. */
export function drawPortrait(sitter: Sitter, pose: Pose = atRest): string {
  return [
    definitions(sitter),
    `<rect width="600" height="720" fill="url(#backdrop)"/>`,
    `<g filter="url(#soft30)" opacity=".35"><ellipse cx="120" cy="160" rx="130" ry="190" fill="${sitter.backdrop[0]}"/><ellipse cx="520" cy="520" rx="150" ry="200" fill="${sitter.backdrop[1]}"/></g>`,
    `<g transform="rotate(${pose.tilt} 300 460)">${hairBehind(sitter)}</g>`,
    body(sitter),
    `<g transform="rotate(${pose.tilt} 300 460)">`,
    head(sitter, pose),
    eyes(sitter, pose),
    nose(sitter),
    mouth(sitter, pose),
    lines(sitter, pose),
    hairBefore(sitter),
    sitter.glasses ? glasses() : '',
    '</g>',
  ].join('\n');
}

const face =
  'M202 276c0-96 40-142 98-142s98 46 98 142c0 44-8 84-26 116-20 34-46 54-72 54s-52-20-72-54c-18-32-26-72-26-116Z';

function definitions({ skin, hair, coat, backdrop, eyes, lips }: Sitter): string {
  const gradient = (id: string, [light, shade]: [string, string], more: string) =>
    `<radialGradient id="${id}" ${more}><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${shade}"/></radialGradient>`;
  const soft = (size: number) =>
    `<filter id="soft${size}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${size}"/></filter>`;
  return `<defs>
    ${gradient('backdrop', backdrop, 'cx=".42" cy=".34" r=".8"')}
    ${gradient('skin', skin, 'cx=".36" cy=".34" r=".78"')}
    ${gradient('hair', hair, 'cx=".34" cy=".2" r=".85"')}
    ${gradient('coat', coat, 'cx=".36" cy=".08" r=".95"')}
    ${gradient('iris', [eyes, '#1c130e'], 'cx=".5" cy=".62" r=".62"')}
    ${gradient('lip', [lips, '#7d3a2f'], 'cx=".42" cy=".5" r=".8"')}
    ${[2, 5, 9, 16, 30].map(soft).join('')}
    <clipPath id="face"><path d="${face}"/></clipPath>
    <clipPath id="left-eye"><path d="M226 282c12-17 40-19 54 1-13 13-40 14-54-1Z"/></clipPath>
    <clipPath id="right-eye"><path d="M320 283c14-20 42-18 54-1-14 15-41 14-54 1Z"/></clipPath>
  </defs>`;
}

function hairBehind({ style }: Sitter): string {
  const shapes: Record<Sitter['style'], string> = {
    waves:
      'M300 84c-92 0-140 62-136 152 2 40-24 62-16 102 6 34-10 54 8 84 22 36 78 30 144 30s122 6 144-30c18-30 2-50 8-84 8-40-18-62-16-102 4-90-44-152-136-152Z',
    bun: 'M300 100c-82 0-122 56-120 136 1 50 4 92 28 116h184c24-24 27-66 28-116 2-80-38-136-120-136Z M300 34c-40 0-62 24-60 52 2 30 28 44 60 44s58-14 60-44c2-28-20-52-60-52Z',
    parting: 'M300 106c-80 0-116 52-114 124 0 26 4 48 12 66h204c8-18 12-40 12-66 2-72-34-124-114-124Z',
  };
  return `<path d="${shapes[style]}" fill="url(#hair)"/>${strands(style)}`;
}

/** Fine lines that follow the hair. */
function strands(style: Sitter['style']): string {
  if (style !== 'waves') return '';
  const side = (at: number, turn: number) =>
    `M${at} 214c${turn} 40 ${-turn * 1.4} 74 ${turn * 0.4} 112 ${turn * 1.2} 34 ${-turn} 52 ${turn * 0.6} 82`;
  const paths = [176, 188, 200].map((x) => side(x, -14)).concat([424, 412, 400].map((x) => side(x, 14)));
  return `<g fill="none" stroke="#fff" stroke-opacity=".1" stroke-width="3">${paths.map((d) => `<path d="${d}"/>`).join('')}</g>`;
}

function body({ clothes, brooch, skin }: Sitter): string {
  const neck = `<path d="M246 400h108v84c-26 40-82 40-108 0Z" fill="${skin[1]}"/>
    <path d="M246 420c34 44 74 44 108 0v40c-30 36-78 36-108 0Z" fill="#000" opacity=".2" filter="url(#soft9)"/>`;
  const coat = `<path d="M34 720c2-128 52-196 150-224 30-8 52-18 66-34 14 26 34 38 50 38s36-12 50-38c14 16 36 26 66 34 98 28 148 96 150 224Z" fill="url(#coat)"/>
    <path d="M128 720c-4-70 2-120 22-166M472 720c4-70-2-120-22-166" fill="none" stroke="#000" stroke-opacity=".22" stroke-width="7" filter="url(#soft5)"/>`;
  const pin = `<ellipse cx="300" cy="590" rx="15" ry="19" fill="#20504d" stroke="#e4cf9b" stroke-width="5"/><ellipse cx="295" cy="583" rx="4" ry="6" fill="#fff" opacity=".7"/>`;
  const fronts: Record<Sitter['clothes'], string> = {
    collar: `<path d="M244 452c-26 12-44 26-56 44 20 44 58 78 112 92 54-14 92-48 112-92-12-18-30-32-56-44-8 36-28 66-56 84-28-18-48-48-56-84Z" fill="#f6ecd9"/>
      <path d="M188 496c20 44 58 78 112 92 54-14 92-48 112-92" fill="none" stroke="#c9b48d" stroke-width="3" stroke-dasharray="2 9" stroke-linecap="round"/>`,
    lapels: `<path d="M252 456 300 548l48-92 20 18-40 246h-56l-40-246Z" fill="#f4ead8"/>
      <path d="M300 548l-17 22 10 150h14l10-150Z" fill="#4c2a26"/><path d="M280 538h40l-8 34h-24Z" fill="#5a332d"/>
      <path d="M240 466c-24 12-44 22-58 34l36 62-24 20 88 138-34-200ZM360 466c24 12 44 22 58 34l-36 62 24 20-88 138 34-200Z" fill="#000" fill-opacity=".28"/>`,
  };
  return `${neck}${coat}${fronts[clothes]}${brooch ? pin : ''}`;
}

function head({ skin, age }: Sitter, { smile }: Pose): string {
  const ear = (x: number, turn: number) =>
    `<path d="M${x} 276c${turn * 14}-10 ${turn * 24} 6 ${turn * 20} 28-3 17 ${-turn * 6} 30 ${-turn * 18} 26Z" fill="${skin[1]}"/>`;
  return `${ear(206, -1)}${ear(394, 1)}
    <path d="${face}" fill="url(#skin)"/>
    <g clip-path="url(#face)">
      <path d="M398 160c10 80 0 190-98 292h130V160Z" fill="#5d2f1c" opacity=".3" filter="url(#soft16)"/>
      <path d="M200 330c16 60 46 96 100 120H190Z" fill="#5d2f1c" opacity=".16" filter="url(#soft16)"/>
      <ellipse cx="268" cy="196" rx="62" ry="34" fill="#fff" opacity=".16" filter="url(#soft16)"/>
      <ellipse cx="236" cy="${340 - smile * 7}" rx="${30 + smile * 4}" ry="21" fill="#d0664c" opacity="${0.34 - age * 0.16 + smile * 0.16}" filter="url(#soft9)"/>
      <ellipse cx="364" cy="${340 - smile * 7}" rx="${30 + smile * 4}" ry="21" fill="#c2583f" opacity="${0.34 - age * 0.16 + smile * 0.16}" filter="url(#soft9)"/>
      <ellipse cx="300" cy="424" rx="40" ry="9" fill="#5d2f1c" opacity=".2" filter="url(#soft5)"/>
    </g>`;
}

function eyes({ hair, age, skin }: Sitter, { smile, shut }: Pose): string {
  const eye = (side: 'left' | 'right', x: number, lid: string, crease: string) => {
    const closed = Math.min(1, shut[side === 'left' ? 0 : 1] + smile * 0.16);
    return `
    <ellipse cx="${x}" cy="272" rx="40" ry="24" fill="#5d2f1c" opacity=".22" filter="url(#soft9)"/>
    <ellipse cx="${x}" cy="281" rx="27" ry="13" fill="${skin[1]}" opacity="${closed * 0.7}"/>
    <g transform="translate(0 ${290 * closed}) scale(1 ${1 - closed})"><g clip-path="url(#${side}-eye)"><rect x="${x - 34}" y="258" width="68" height="46" fill="#f7f0e6"/>
      <circle cx="${x}" cy="281" r="13.5" fill="url(#iris)"/><circle cx="${x}" cy="281" r="6" fill="#0f0906"/>
      <path d="M${x - 34} 258h68v14c-24-10-46-10-68 2Z" fill="#3b2115" opacity=".35" filter="url(#soft2)"/></g>
    <circle cx="${x - 4.5}" cy="276" r="3.2" fill="#fff"/>
    <path d="${lid}" fill="none" stroke="#2b180f" stroke-width="4.5" stroke-linecap="round"/></g>
    <path d="${crease}" fill="none" stroke="#6b3d28" stroke-opacity=".55" stroke-width="2.6" stroke-linecap="round"/>
    <path d="M${x - 24} 290c14 9 34 9 46 0" fill="none" stroke="#6b3d28" stroke-opacity="${0.3 + age * 0.3}" stroke-width="2"/>
    ${closed > 0.85 ? `<path d="M${x - 27} 288c16 9 38 9 54 0" fill="none" stroke="#2b180f" stroke-width="4.5" stroke-linecap="round"/>` : ''}`;
  };
  return `${eye('left', 253, 'M224 283c12-18 42-21 57 1', 'M228 268c14-12 38-13 50-1')}
    ${eye('right', 347, 'M319 284c15-22 45-19 57-1', 'M322 267c12-12 36-11 50 1')}
    <path d="M216 ${252 - smile * 5}c16-17 44-22 66-11-22-3-44 0-66 11Z" fill="${hair[1]}" stroke="${hair[1]}" stroke-width="5" stroke-linejoin="round"/>
    <path d="M318 ${241 - smile * 5}c22-11 50-6 66 11-22-11-44-14-66-11Z" fill="${hair[1]}" stroke="${hair[1]}" stroke-width="5" stroke-linejoin="round"/>`;
}

function nose({ skin }: Sitter): string {
  return `<path d="M312 262c8 40 14 62 18 82-8 14-42 16-54 2 10-4 22-8 24-24Z" fill="#5d2f1c" opacity=".24" filter="url(#soft5)"/>
    <path d="M292 262c0 32-2 54-4 70" fill="none" stroke="${skin[0]}" stroke-width="10" stroke-linecap="round" opacity=".6" filter="url(#soft5)"/>
    <path d="M274 338c-4 10 4 17 13 14 8 8 20 8 27 0 10 3 17-4 13-14" fill="none" stroke="#7a4229" stroke-opacity=".75" stroke-width="3.4" stroke-linecap="round"/>
    <ellipse cx="296" cy="336" rx="8" ry="6" fill="#fff" opacity=".24" filter="url(#soft2)"/>`;
}

function mouth({ moustache, hair }: Sitter, { smile }: Pose): string {
  const wide = 42 + smile * 13;
  const [left, right] = [300 - wide, 300 + wide];
  const corner = 388 - smile * 11;
  const dip = 394 + smile * 6;
  const low = 413 + smile * 9;
  const gap = smile * 13;
  const seam = `M${left} ${corner}Q${300 - wide * 0.45} ${dip} 300 ${dip}Q${300 + wide * 0.45} ${dip} ${right} ${corner}`;
  const lowerSeam = `Q${300 + wide * 0.5} ${dip + gap} 300 ${dip + gap}Q${300 - wide * 0.5} ${dip + gap} ${left} ${corner}Z`;
  const lips = `<path d="${seam}${lowerSeam}" fill="#f8f1e4"/><path d="${seam}${lowerSeam}" fill="#5a1f1a" opacity="${0.16 * smile}"/>
    <path d="M${left} ${corner}Q${282 - smile * 8} ${376 + smile * 12} 293 ${378 + smile * 11}Q300 ${382 + smile * 11} 307 ${378 + smile * 11}Q${318 + smile * 8} ${376 + smile * 12} ${right} ${corner}Q${300 + wide * 0.45} ${dip} 300 ${dip}Q${300 - wide * 0.45} ${dip} ${left} ${corner}Z" fill="url(#lip)"/>
    <path d="M${left} ${corner}Q${300 - wide * 0.5} ${dip + gap} 300 ${dip + gap}Q${300 + wide * 0.5} ${dip + gap} ${right} ${corner}Q${300 + wide * 0.62} ${low + gap * 0.5} 300 ${low + gap * 0.6}Q${300 - wide * 0.62} ${low + gap * 0.5} ${left} ${corner}Z" fill="url(#lip)" opacity=".92"/>
    <path d="${seam}" fill="none" stroke="#57241b" stroke-width="3.2" stroke-linecap="round"/>
    <ellipse cx="293" cy="${404 + gap}" rx="16" ry="3.4" fill="#fff" opacity=".26" filter="url(#soft2)"/>
    <path d="M296 360c2 6 6 6 8 0" fill="none" stroke="#5d2f1c" stroke-opacity=".3" stroke-width="4" filter="url(#soft2)"/>`;
  if (!moustache) return lips;
  return `${lips}<path d="M300 364c-22-8-44 2-58 24 18 4 40 0 58-8 18 8 40 12 58 8-14-22-36-32-58-24Z" fill="${hair[1]}"/>
    <path d="M252 384c16-14 32-16 46-10M348 384c-16-14-32-16-46-10" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="3"/>`;
}

function lines({ age }: Sitter, { smile }: Pose): string {
  const folds = `<path d="M262 346c-12 10-18 24-20 40M338 346c12 10 18 24 20 40" fill="none" stroke="#6b3d28" stroke-opacity="${0.45 * smile}" stroke-width="3.4" stroke-linecap="round" filter="url(#soft2)"/>`;
  if (age === 0) return folds;
  return `${folds}<g fill="none" stroke="#6b3d28" stroke-opacity="${0.42 * age}" stroke-width="2.6" stroke-linecap="round" filter="url(#soft2)">
    <path d="M252 200c30-8 66-8 96 0M258 216c28-6 56-6 84 0"/><path d="M264 350c-12 10-20 24-22 40M336 350c12 10 20 24 22 40"/>
    <path d="M214 280l-12-7M214 288l-13 1M386 280l12-7M386 288l13 1"/><path d="M232 304c12 8 28 9 42 2M326 306c14 7 30 6 42-2"/></g>`;
}

function hairBefore({ style, hair }: Sitter): string {
  const shapes: Record<Sitter['style'], string> = {
    waves:
      'M196 312c-16-46-14-110 10-152 26-44 66-66 112-60 62 6 98 62 92 152-2 22-4 42-8 60-4-58-22-96-52-126-20 22-72 26-100 34-34 10-46 40-54 92Z',
    bun: 'M198 290c-8-92 34-164 102-164s110 72 102 164c-6-62-34-108-92-124-6-2-14-2-20 0-58 16-86 62-92 124Z',
    parting: 'M196 274c-14-92 28-158 112-158 70 0 106 56 96 158-6-38-14-66-28-84-40 4-92-4-126-30-26 24-44 62-54 114Z',
  };
  const combed =
    'M236 168c26-30 62-44 102-38M222 206c18-48 58-74 108-70M216 244c8-30 22-54 42-72M376 176c14 26 20 54 20 84';
  return `<path d="${shapes[style]}" fill="url(#hair)"/>
    <path d="${shapes[style]}" fill="none" stroke="${hair[1]}" stroke-opacity=".5" stroke-width="3"/>
    <g fill="none" stroke="#fff" stroke-opacity=".13" stroke-width="3" stroke-linecap="round"><path d="${combed}"/></g>`;
}

function glasses(): string {
  return `<g fill="#fff" fill-opacity=".06" stroke="#4a3a22" stroke-width="4.5"><circle cx="253" cy="284" r="37"/><circle cx="347" cy="284" r="37"/></g>
    <path d="M290 280c6-6 14-6 20 0M216 278l-16-8M384 278l16-8" fill="none" stroke="#4a3a22" stroke-width="4.5"/>
    <path d="M232 262c6-6 12-9 18-10M326 262c6-6 12-9 18-10" stroke="#fff" stroke-opacity=".5" stroke-width="4" stroke-linecap="round" fill="none"/>`;
}
