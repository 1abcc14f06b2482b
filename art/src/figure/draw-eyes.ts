import type { Expression, Person } from './person.ts';
import { type Turn, turnPath, turnPoint } from './turn-path.ts';

/** Both eyes; a smile raises the lower lids. */
export function eyesOf(id: string, person: Person, now: Expression): string {
  return eye(id, person, now, -1) + eye(id, person, now, 1);
}

function eye(id: string, person: Person, now: Expression, side: -1 | 1): string {
  const turn = turnPath(now.turn);
  const size = person.child ? 1.17 : 1;
  const level = eyeLevel(person);
  const at = (across: number) => side * (47 + across * size);
  const squint = Math.min(1, 0.42 * now.smile + 0.5 * now.open);
  const low = level + 12 * size - 18 * squint;
  const high = level - 19.5 * size;
  const lid = high + (low - high) * 0.1 * squint;
  const [inner, outer] = [level + 3, level - 1];
  const upper = `M${at(-26)} ${inner}C${at(-15)} ${lid} ${at(15)} ${lid - 1} ${at(29)} ${outer}`;
  const lower = `C${at(15)} ${low + 1} ${at(-14)} ${low + 1} ${at(-26)} ${inner}Z`;
  const crease = `M${at(-22)} ${level - 11 * size}C${at(-10)} ${level - 25 * size} ${at(14)} ${level - 26 * size} ${at(28)} ${level - 11 * size}`;
  const bag = `M${at(-18)} ${level + 14 * size}C${at(-6)} ${level + 21 * size} ${at(14)} ${level + 20 * size} ${at(24)} ${level + 11 * size}`;
  const [x, y] = turnPoint(now.turn)(side * 47, level - 3.5, -4);
  const flat = Math.cos((now.turn * Math.PI) / 180);
  const gaze = now.turn * 0.12;
  const name = `${id}-eye${side === -1 ? 'l' : 'r'}`;
  return `<clipPath id="${name}"><path d="${turn(upper + lower)}"/></clipPath>
    <g clip-path="url(#${name})"><path d="${turn(upper + lower)}" fill="#f3eadd"/>
      <g transform="translate(${x + gaze} ${y}) scale(${flat} 1)">
        <circle r="${13.6 * size}" fill="#1c130e"/><circle r="${12.2 * size}" fill="${person.eyes}"/><circle cy="4" r="${8 * size}" fill="#fff" opacity=".12"/><circle r="${6.2 * size}" fill="#0f0906"/>
        <circle cx="${-4.5 * size}" cy="${-5 * size}" r="${3.3 * size}" fill="#fff"/><circle cx="${4 * size}" cy="${5 * size}" r="${1.6 * size}" fill="#fff" opacity=".5"/></g>
      <path d="${turn(upper)}" fill="none" stroke="#3b2115" stroke-opacity=".3" stroke-width="13"/></g>
    <g fill="none" stroke-linecap="round">
    <path d="${turn(upper)}" stroke="#2b180f" stroke-width="${person.lashes ? 5 : 4}"/>
    ${person.lashes ? `<path d="${turn(`M${at(24)} ${outer - 4}L${at(34)} ${outer - 7}`)}" stroke="#2b180f" stroke-width="3"/>` : ''}
    <path d="${turn(crease)}" stroke="#6b3d28" stroke-opacity=".5" stroke-width="2.4"/>
    <path d="${turn(bag)}" stroke="#6b3d28" stroke-opacity="${0.16 + person.age * 0.34 + squint * (person.child ? 0.05 : 0.2)}" stroke-width="2"/></g>`;
}

export function browsOf(person: Person, { smile, open }: Expression, turn: Turn): string {
  const thick = person.brows * 6.5;
  const brow = (side: -1 | 1) => {
    const up = eyeLevel(person) - 31 - 4 * smile - 4 * open;
    return turn(
      `M${side * 22} ${up - 2}C${side * 36} ${up - 10} ${side * 58} ${up - 15} ${side * 83} ${up + 4}C${side * 60} ${up - 15 + thick} ${side * 40} ${up - 9 + thick} ${side * 23} ${up - 2 + thick * 0.75}Z`,
      4,
    );
  };
  return `<path d="${brow(-1)}${brow(1)}" fill="${person.hair[1]}" stroke="${person.hair[1]}" stroke-width="3" stroke-linejoin="round" opacity=".9"/>`;
}

export function eyeLevel({ child }: Person): number {
  return child ? 14 : -3;
}
