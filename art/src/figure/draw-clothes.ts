import { type Person, radial, type Shades } from './person.ts';

export interface Clothes {
  colour: Shades;
  cut: 'collar' | 'suit' | 'cardigan' | 'round' | 'waistcoat';
  /** Half the width of the shoulders. */
  broad: number;
  /** Colour of the shirt, collar or blouse. */
  shirt?: string;
  /** Colour of the tie, buttons or brooch. */
  accent?: string;
}

/** Neck, shoulders and clothes below a head centred at 0, 0. */
export function drawClothes(id: string, person: Person, clothes: Clothes): string {
  const { colour, broad } = clothes;
  const half = person.child ? 34 : 40 + (person.jaw - 0.9) * 55;
  return `<defs>${radial(`${id}-cloth`, colour, -broad * 0.35, 210, broad * 1.75)}</defs>
    <g transform="translate(0 ${person.child ? -32 : -10})"><path d="M${-half} 100L${half} 100L${half + 2} 190L44 262L-44 262L${-half - 2} 190Z" fill="${person.skin[1]}"/>
    <path d="M${-half} 124C-30 166 34 170 ${half} 120L${half + 2} 200C20 170 -20 176 ${-half} 168Z" fill="#3b2115" opacity=".3" filter="url(#soft5)"/>
    <path d="${shouldersOf(broad, half, 34)}" fill="url(#${id}-cloth)"/>
    <g filter="url(#soft5)" fill="none" stroke="#000" stroke-opacity=".2" stroke-width="7"><path d="M${-broad * 0.66} 640C${-broad * 0.72} 470 ${-broad * 0.64} 400 ${-broad * 0.56} 340M${broad * 0.66} 640C${broad * 0.72} 470 ${broad * 0.64} 400 ${broad * 0.56} 340"/></g>
    <path d="M${-broad * 0.96} 380C${-broad * 0.9} 290 ${-broad * 0.7} 246 ${-broad * 0.4} 230" fill="none" stroke="#fff" stroke-opacity=".1" stroke-width="7" filter="url(#soft5)"/>
    ${fronts[clothes.cut](clothes, half)}</g>`;
}

function shouldersOf(broad: number, neck: number, dip: number): string {
  return `M${-broad - 8} 900C${-broad - 10} 520 ${-broad - 6} 400 ${-broad} 350C${-broad * 0.92} 270 ${-broad * 0.74} 240 ${-broad * 0.44} 222C${-neck - 24} 210 ${-neck - 12} 198 ${-neck - 4} 178C${-neck + 10} ${204 + dip} ${-16} ${216 + dip} 0 ${216 + dip}C16 ${216 + dip} ${neck - 10} ${204 + dip} ${neck + 4} 178C${neck + 12} 198 ${neck + 24} 210 ${broad * 0.44} 222C${broad * 0.74} 240 ${broad * 0.92} 270 ${broad} 350C${broad + 6} 400 ${broad + 10} 520 ${broad + 8} 900Z`;
}

const fronts: Record<Clothes['cut'], (clothes: Clothes, neck: number) => string> = {
  collar: ({ shirt = '#f6ecd9', accent }, neck) => `
    <path d="M${-neck - 6} 172C${-neck - 34} 184 ${-neck - 54} 198 ${-neck - 64} 216C-84 258 -50 290 0 306C50 290 84 258 ${neck + 64} 216C${neck + 54} 198 ${neck + 34} 184 ${neck + 6} 172C${neck - 4} 208 28 232 0 248C-28 232 ${-neck + 4} 208 ${-neck - 6} 172Z" fill="${shirt}"/>
    <path d="M-96 222C-80 258 -48 286 0 300C48 286 80 258 96 222" fill="none" stroke="#b59d74" stroke-opacity=".8" stroke-width="2.6" stroke-dasharray="2 8" stroke-linecap="round"/>
    <path d="M0 248L0 304" stroke="#b59d74" stroke-opacity=".6" stroke-width="2.4"/>
    ${accent ? `<ellipse cy="276" rx="14" ry="18" fill="${accent}" stroke="#e4cf9b" stroke-width="4.5"/><ellipse cx="-4" cy="270" rx="3.6" ry="5.6" fill="#fff" opacity=".65"/>` : ''}`,
  suit: ({ shirt = '#f2e8d8', accent = '#5a2d28' }, neck) => `
    <path d="M${-neck - 8} 170L0 236L${neck + 8} 170L${neck + 40} 216L0 500L${-neck - 40} 216Z" fill="${shirt}"/>
    <path d="M-19 232L19 232L12 264L-12 264Z" fill="${accent}"/><path d="M-12 264L12 264L23 420L0 500L-23 420Z" fill="${accent}"/><path d="M6 234L19 232L12 264L6 264ZM6 264L12 264L23 420L4 490Z" fill="#000" opacity=".2"/>
    <path d="M${-neck - 6} 164L0 236L-34 270L${-neck - 24} 196Z" fill="${shirt}" stroke="#b9a886" stroke-width="2"/><path d="M${neck + 6} 164L0 236L34 270L${neck + 24} 196Z" fill="${shirt}" stroke="#b9a886" stroke-width="2"/>
    <path d="M${-neck - 24} 212L${-neck - 60} 230L${-neck - 46} 288L${-neck - 66} 306L-8 520L0 500ZM${neck + 24} 212L${neck + 60} 230L${neck + 46} 288L${neck + 66} 306L8 520L0 500Z" fill="#000" fill-opacity=".3"/>
    <path d="M${-neck - 60} 230L${-neck - 46} 288L${-neck - 66} 306L-8 520M0 500L4 640" fill="none" stroke="#fff" stroke-opacity=".1" stroke-width="2.5"/><circle cx="8" cy="540" r="8" fill="#000" opacity=".35"/>`,
  cardigan: ({ shirt = '#efe4cf', accent = '#d8c08c' }, neck) => `
    <path d="M${-neck - 8} 174C-50 200 -20 330 0 420C20 330 50 200 ${neck + 8} 174C30 216 -30 216 ${-neck - 8} 174Z" fill="${shirt}"/>
    <path d="M${-neck - 4} 176C-40 214 -18 226 0 228C18 226 40 214 ${neck + 4} 176L${neck + 22} 206C40 236 20 246 0 250C-20 246 -40 236 ${-neck - 22} 206Z" fill="#fff" fill-opacity=".45"/>
    <path d="M${-neck - 17} 214C-50 244 -28 336 0 424L0 640M${neck + 17} 214C50 244 28 336 0 424" fill="none" stroke="#000" stroke-opacity=".28" stroke-width="9"/>
    ${[450, 500, 550].map((y) => `<circle cx="9" cy="${y}" r="7" fill="${accent}"/><circle cx="7" cy="${y - 2}" r="2" fill="#fff" opacity=".6"/>`).join('')}`,
  round: ({ accent }, neck) => `
    <path d="M${-neck - 4} 180C${-neck + 10} 238 -16 250 0 250C16 250 ${neck - 10} 238 ${neck + 4} 180" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="7"/>
    ${
      accent
        ? `<g fill="${accent}" stroke="#000" stroke-opacity=".12">${Array.from({ length: 13 }, (_, index) => {
            const across = -1 + index / 6;
            return `<circle cx="${across * (neck + 1)}" cy="${232 - across * across * 46}" r="5.4"/>`;
          }).join('')}</g>`
        : ''
    }`,
  waistcoat: ({ shirt = '#ece2cf', accent = '#8a6a3e' }, neck) => `
    <path d="M${-neck - 12} 174L0 360L${neck + 12} 174L${neck + 20} 212L0 400L${-neck - 20} 212Z" fill="${shirt}"/>
    <path d="M${-neck - 6} 178L0 236L${neck + 6} 178L40 330L0 400L-40 330Z" fill="${shirt}"/>
    <path d="M${-neck - 8} 168L0 238L-28 274L${-neck - 22} 204Z" fill="${shirt}" stroke="#b9a886" stroke-width="2"/><path d="M${neck + 8} 168L0 238L28 274L${neck + 22} 204Z" fill="${shirt}" stroke="#b9a886" stroke-width="2"/>
    <path d="M0 240L0 390" stroke="#b9a886" stroke-width="2"/><path d="M${-neck - 26} 206L0 404L0 640M${neck + 26} 206L0 404" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="6"/>
    ${[430, 480, 530].map((y) => `<circle cx="8" cy="${y}" r="6.5" fill="${accent}"/>`).join('')}`,
};
