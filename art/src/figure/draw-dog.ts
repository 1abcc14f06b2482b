import { radial } from './person.ts';

const coat = ['#b5753f', '#6a3b1b'] as const;
const white = ['#f7efe0', '#c9b596'] as const;

/** A sitting spaniel; its head is about 150 units wide and centred at 0, 0. */
export function drawDog(): string {
  return `<defs>${radial('dog-coat', coat, -24, -40, 150)}${radial('dog-white', white, -20, 30, 170)}${radial('dog-ear', ['#8f552a', '#4c2710'], -20, -30, 160)}</defs>
    ${body()}
      ${ear(-1)}${ear(1)}
      <path d="M-60 -50C-40 -82 40 -82 60 -50C78 -24 76 18 60 42C52 66 34 84 0 86C-34 84 -52 66 -60 42C-76 18 -78 -24 -60 -50Z" fill="url(#dog-coat)"/>
      <path d="M20 -68C70 -60 84 0 56 46C48 66 30 82 4 86C40 60 52 0 20 -68Z" fill="#2a1208" opacity=".28" filter="url(#soft9)"/>
      <path d="M-4 -74C-12 -50 -14 -24 -18 -6C-26 10 -50 20 -56 44C-52 70 -30 84 0 85C30 84 52 70 56 44C50 20 26 10 18 -6C14 -24 12 -50 4 -74C2 -78 -2 -78 -4 -74Z" fill="url(#dog-white)"/>
      ${jaw()}
      ${muzzle()}
      ${eye(-1)}${eye(1)}
      ${fur()}`;
}

function body(): string {
  return `<path d="M-70 40C-112 84 -132 150 -138 220C-142 300 -140 380 -136 460L136 460C140 380 142 300 138 220C132 150 112 84 70 40Z" fill="url(#dog-coat)"/>
    <path d="M-54 56C-72 110 -74 180 -58 250C-44 300 -20 330 0 344C20 330 44 300 58 250C74 180 72 110 54 56Z" fill="url(#dog-white)"/>
    <path d="M60 60C118 130 132 260 124 460L150 460L150 60Z" fill="#2a1208" opacity=".3" filter="url(#soft16)"/>
    <path d="M-58 62C-30 108 30 108 58 62L58 96C30 130 -30 130 -58 96Z" fill="#3b2115" opacity=".35" filter="url(#soft9)"/>
    <g fill="none" stroke-linecap="round" stroke-width="2.6"><path d="M-44 120C-46 140 -42 156 -36 170M-24 130C-28 154 -24 172 -18 186M2 134C0 160 2 180 6 196M26 128C30 150 28 168 22 184M46 116C50 136 46 152 40 166M-34 190C-32 212 -26 228 -20 240M-8 208C-6 230 -2 246 4 256M24 204C22 224 18 238 12 250M-14 268C-10 286 -4 298 0 306" stroke="#8f7654" stroke-opacity=".5"/>
    <path d="M-96 120C-106 146 -110 170 -110 190M-84 150C-94 180 -96 206 -94 226M-112 210C-118 240 -118 266 -116 286M-92 250C-98 276 -98 300 -94 320M96 120C106 146 110 170 110 190M84 150C94 180 96 206 94 226M112 210C118 240 118 266 116 286M92 250C98 276 98 300 94 320" stroke="#3b1d0a" stroke-opacity=".4"/></g>`;
}

function ear(side: -1 | 1): string {
  const at = (x: number) => side * x;
  return `<path d="M${at(44)} -66C${at(70)} -76 ${at(92)} -54 ${at(100)} -16C${at(110)} 22 ${at(112)} 62 ${at(94)} 88C${at(78)} 100 ${at(62)} 84 ${at(60)} 54C${at(58)} 20 ${at(58)} -10 ${at(44)} -66Z" fill="url(#dog-ear)"/>
    <path d="M${at(70)} -50C${at(82)} -24 ${at(86)} 6 ${at(86)} 40M${at(80)} -48C${at(94)} -18 ${at(98)} 20 ${at(96)} 54M${at(64)} -30C${at(72)} 0 ${at(74)} 30 ${at(72)} 58M${at(80)} 52C${at(82)} 66 ${at(82)} 76 ${at(80)} 86M${at(92)} 50C${at(94)} 64 ${at(92)} 74 ${at(90)} 84" fill="none" stroke="#e0ab74" stroke-opacity=".32" stroke-width="2.4" stroke-linecap="round"/>`;
}

function eye(side: -1 | 1): string {
  const x = side * 37;
  return `<ellipse cx="${x}" cy="-13" rx="18" ry="15" fill="#2a1208" opacity=".4" filter="url(#soft5)"/>
    <g transform="translate(${x} -12)">
      <path d="M-14 2C-10 -13 10 -13 14 2C9 12 -9 12 -14 2Z" fill="#160b06"/><ellipse cy="1" rx="9.6" ry="9.4" fill="#5a2f14"/><ellipse cy="1" rx="6" ry="6" fill="#0c0603"/>
      <circle cx="-3.6" cy="-3.6" r="2.9" fill="#fff"/><circle cx="3.4" cy="4" r="1.4" fill="#fff" opacity=".5"/></g>
    <path d="M${x - side * 15} -9C${x - side * 8} -25 ${x + side * 10} -25 ${x + side * 15} -8" fill="none" stroke="#241006" stroke-width="2.6" stroke-linecap="round"/>
    <path d="M${x - side * 12} -33C${x - side * 2} -40 ${x + side * 8} -38 ${x + side * 14} -31" fill="none" stroke="#e3b27c" stroke-opacity=".55" stroke-width="5" stroke-linecap="round" filter="url(#soft2)"/>`;
}

function jaw(): string {
  return `<path d="M-34 58C-30 72 -18 86 0 87C18 86 30 72 34 58Z" fill="url(#dog-white)" stroke="#8f7654" stroke-opacity=".5" stroke-width="2"/>`;
}

function muzzle(): string {
  return `<path d="M-48 44C-48 20 -24 8 0 8C24 8 48 20 48 44C50 64 34 74 18 70C10 68 4 62 0 56C-4 62 -10 68 -18 70C-34 74 -50 64 -48 44Z" fill="url(#dog-white)"/>
    <path d="M0 44L0 56C-4 62 -10 69 -19 70C-29 72 -40 67 -44 58M0 56C4 62 10 69 19 70C29 72 40 67 44 58" fill="none" stroke="#3b1d12" stroke-width="2.8" stroke-linecap="round"/>
    <path d="M-21 16C-16 6 16 6 21 16C24 28 10 39 0 42C-10 39 -24 28 -21 16Z" fill="#20120d"/>
    <path d="M-12 26C-10 21 -5 23 -6 28M12 26C10 21 5 23 6 28" fill="none" stroke="#000" stroke-width="3.4" stroke-linecap="round"/>
    <path d="M-12 13C-7 10 0 10 5 11" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="3.4" stroke-linecap="round"/>
    <g fill="#6b5238" opacity=".6"><circle cx="-28" cy="46" r="1.6"/><circle cx="-34" cy="54" r="1.6"/><circle cx="-24" cy="55" r="1.6"/><circle cx="28" cy="46" r="1.6"/><circle cx="34" cy="54" r="1.6"/><circle cx="24" cy="55" r="1.6"/></g>`;
}

function fur(): string {
  return `<g fill="none" stroke-linecap="round" stroke-width="2.2">
    <path d="M-52 -44C-46 -56 -36 -64 -26 -68M-58 -30C-54 -38 -48 -46 -42 -50M-62 8C-62 20 -58 32 -54 40M-54 14C-54 24 -50 34 -46 40M52 -44C46 -56 36 -64 26 -68M58 -30C54 -38 48 -46 42 -50M62 8C62 20 58 32 54 40M54 14C54 24 50 34 46 40" stroke="#f0c08a" stroke-opacity=".35"/>
    <path d="M-3 -62C-4 -48 -6 -36 -8 -24M4 -58C4 -44 6 -32 8 -22M-1 -34C-2 -24 -3 -14 -4 -6M-40 62C-34 72 -26 78 -18 80M40 62C34 72 26 78 18 80" stroke="#a58a64" stroke-opacity=".45"/></g>`;
}
