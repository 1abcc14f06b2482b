import type { Expression, Person } from './person.ts';
import type { Turn } from './turn-path.ts';

export function noseOf({ skin, child, jaw }: Person, turn: Turn): string {
  const tip = child ? 56 : 54;
  const wide = child ? 0.8 : jaw < 0.96 ? 0.88 : 1;
  return `<g filter="url(#soft5)">
      <path d="${turn(`M10 -20C17 14 24 ${tip - 24} ${30 * wide} ${tip - 2}C22 ${tip + 13} ${-12 * wide} ${tip + 15} ${-24 * wide} ${tip + 3}C-12 ${tip - 1} -2 ${tip - 4} 2 ${tip - 20}Z`, 16)}" fill="#5d2f1c" opacity="${child ? 0.17 : 0.25}"/>
      <path d="${turn(`M-6 -22C-6 8 -8 ${tip - 30} -9 ${tip - 10}`, 16)}" fill="none" stroke="${skin[0]}" stroke-width="9" stroke-linecap="round" opacity=".6"/></g>
    <path d="${turn(`M${-25 * wide} ${tip - 4}C${-30 * wide} ${tip + 7} ${-20 * wide} ${tip + 13} ${-12 * wide} ${tip + 9}C${-4 * wide} ${tip + 17} ${6 * wide} ${tip + 17} ${13 * wide} ${tip + 9}C${21 * wide} ${tip + 13} ${30 * wide} ${tip + 7} ${25 * wide} ${tip - 4}`, 20)}" fill="none" stroke="#7a4229" stroke-opacity=".7" stroke-width="3.1" stroke-linecap="round"/>
    <path d="${turn(`M-12 ${tip - 2}C-12 ${tip - 9} 0 ${tip - 9} 0 ${tip - 2}C0 ${tip + 3} -12 ${tip + 3} -12 ${tip - 2}Z`, 26)}" fill="#fff" opacity=".16"/>`;
}

/** The mouth: closed at rest. A smile moves the corners out and up and shows teeth; a laugh opens it. */
export function mouthOf(id: string, person: Person, { smile, open }: Expression, turn: Turn): string {
  const level = person.child ? 98 : 105;
  const full = person.child ? 0.82 : person.age > 0.6 ? 0.8 : 1;
  const wide = (person.child ? 31 : 38) + smile * 10.5 + open * 3;
  const corner = level - 4.5 - smile * 11 - open * 3;
  const seam = level + 2.5 + smile * 3 - open * 5;
  const gap = Math.max(0, smile - 0.3) * 12 + open * 30;
  const top = level - 11 * full + smile * 5 - open * 4;
  const floor = seam + gap;
  const bottom = floor + (13 - smile * 3) * full;
  const upperEdge = `M${-wide} ${corner}C${-wide * 0.6} ${seam + 1} ${-wide * 0.25} ${seam} 0 ${seam}C${wide * 0.25} ${seam} ${wide * 0.6} ${seam + 1} ${wide} ${corner}`;
  const lowerEdge = `C${wide * 0.7} ${floor + gap * 0.18} ${wide * 0.35} ${floor} 0 ${floor}C${-wide * 0.35} ${floor} ${-wide * 0.7} ${floor + gap * 0.18} ${-wide} ${corner}Z`;
  const upperLip = `M${-wide} ${corner}C${-wide * 0.55} ${top + 3} ${-wide * 0.3} ${top - 2} ${-8} ${top}C-3 ${top + 4} 3 ${top + 4} 8 ${top}C${wide * 0.3} ${top - 2} ${wide * 0.55} ${top + 3} ${wide} ${corner}C${wide * 0.6} ${seam + 1} ${wide * 0.25} ${seam} 0 ${seam}C${-wide * 0.25} ${seam} ${-wide * 0.6} ${seam + 1} ${-wide} ${corner}Z`;
  const lowerLip = `M${-wide} ${corner}C${-wide * 0.7} ${floor + gap * 0.18} ${-wide * 0.35} ${floor} 0 ${floor}C${wide * 0.35} ${floor} ${wide * 0.7} ${floor + gap * 0.18} ${wide} ${corner}C${wide * 0.74} ${bottom - 1 + gap * 0.15} ${wide * 0.4} ${bottom + 2} 0 ${bottom + 2}C${-wide * 0.4} ${bottom + 2} ${-wide * 0.74} ${bottom - 1 + gap * 0.15} ${-wide} ${corner}Z`;
  const teeth = seam + Math.min(gap, 9 + open * 3);
  const toothEdge = `C${wide * 0.66} ${teeth + 1} ${wide * 0.35} ${teeth} 0 ${teeth}C${-wide * 0.35} ${teeth} ${-wide * 0.66} ${teeth + 1} ${-wide} ${corner}Z`;
  const tongue = `M${-wide * 0.5} ${floor + 2}C${-wide * 0.3} ${floor - gap * 0.42} ${wide * 0.3} ${floor - gap * 0.42} ${wide * 0.5} ${floor + 2}Z`;
  const inside =
    gap > 0.5
      ? `<path d="${turn(upperEdge + lowerEdge, 4)}" fill="#4a1814"/>${open > 0.25 ? `<path d="${turn(tongue, 4)}" fill="#b25a4e"/>` : ''}<path d="${turn(upperEdge + toothEdge, 4)}" fill="#f4ecdf"/>`
      : '';
  return `${inside}<path d="${turn(upperLip, 4)}" fill="url(#${id}-lip)"/><path d="${turn(lowerLip, 4)}" fill="url(#${id}-lip)"/><path d="${turn(lowerLip, 4)}" fill="#fff" opacity=".06"/>
    <path d="${turn(upperEdge, 4)}" fill="none" stroke="#57241b" stroke-width="2.6" stroke-linecap="round"/>
    <path d="${turn(`M${-wide - 2} ${corner - 4}C${-wide - 5} ${corner} ${-wide - 4} ${corner + 3} ${-wide - 1} ${corner + 4}M${wide + 2} ${corner - 4}C${wide + 5} ${corner} ${wide + 4} ${corner + 3} ${wide + 1} ${corner + 4}`, 2)}" fill="none" stroke="#6b3d28" stroke-opacity="${0.25 + smile * 0.2}" stroke-width="2.6" stroke-linecap="round"/>
    <path d="${turn(`M-18 ${floor + 6}C-10 ${floor + 9} 2 ${floor + 9} 8 ${floor + 6}`, 6)}" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="3.4" stroke-linecap="round"/>`;
}
