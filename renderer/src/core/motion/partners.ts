import type { Head } from '../face/head.ts';
import { type AbleFace, faceAbility, type FaceAbility } from './face-ability.ts';

/** A face whose place in the picture is known. */
export type PlacedFace = AbleFace & Pick<Head, 'places'>;

/** The head that another one leans to. */
export interface Partner {
  /** On which side it stands: -1 left, 1 right in the picture, 0 if there is none. */
  beside: -1 | 0 | 1;
  /** How much room there is between both faces, across, in mean face widths. */
  room: number;
}

const NOBODY: Partner = { beside: 0, room: 0 };

/**
 * Two heads stand side by side where their middles are at most so far apart, across and in height,
 * and at least so far across. Mean face widths. Heads further apart do not come
 * visibly nearer; cheek to cheek, one would be pushed over the other.
 */
const BESIDE = { least: 1.25, most: 2.1, higher: 0.9 };
/** The smaller of the two faces is at least this wide compared with the other; less is a child in front or a person behind. */
const MIN_LIKENESS = 0.6;

/** What each face can do, leaning included, which takes two. */
export function abilitiesOf(heads: readonly PlacedFace[]): FaceAbility[] {
  const movable = heads.filter((head) => faceAbility(head).canMove);
  const partners = findPartners(movable, heads);
  const leaning = new Set(movable.filter((_, i) => partners[i]!.beside !== 0));
  return heads.map((head) => ({ ...faceAbility(head), canLean: leaning.has(head) }));
}

/**
 * Pairs heads that stand side by side, the nearest first; each leans to one other at most. All of them can move; `inSight` are all heads of
 * the photo, because nobody leans over a head that stands between.
 */
export function findPartners(heads: readonly PlacedFace[], inSight: readonly PlacedFace[] = heads): Partner[] {
  const partners = heads.map(() => NOBODY);
  const pairs = heads.flatMap((one, i) =>
    heads.slice(i + 1).flatMap((other, k) => {
      const distance = distanceBeside(one, other);
      if (!distance || inSight.some((head) => isBetween(head, one, other))) return [];
      return [{ i, j: i + 1 + k, ...distance }];
    }),
  );
  for (const { i, j, across } of pairs.toSorted((a, b) => a.apart - b.apart)) {
    if (partners[i] !== NOBODY || partners[j] !== NOBODY) continue;
    const isLeft = middleOf(heads[i]!).x < middleOf(heads[j]!).x;
    partners[i] = { beside: isLeft ? 1 : -1, room: across - 1 };
    partners[j] = { beside: isLeft ? -1 : 1, room: across - 1 };
  }
  return partners;
}

/** Distance of two heads that stand side by side, in all and across, in face widths; undefined if they do not. */
function distanceBeside(one: PlacedFace, other: PlacedFace): { apart: number; across: number } | undefined {
  const width = (one.width + other.width) / 2;
  const likeness = Math.min(one.width, other.width) / Math.max(one.width, other.width);
  const [a, b] = [middleOf(one), middleOf(other)];
  const across = Math.abs(a.x - b.x) / width;
  const higher = Math.abs(a.y - b.y) / width;
  const isBeside = across >= BESIDE.least && across <= BESIDE.most && higher <= BESIDE.higher;
  return isBeside && likeness >= MIN_LIKENESS ? { apart: Math.hypot(across, higher), across } : undefined;
}

/** Whether a head stands in the row of two others, between them. */
function isBetween(head: PlacedFace, one: PlacedFace, other: PlacedFace): boolean {
  const [at, from, to] = [middleOf(head), middleOf(one), middleOf(other)];
  const isAcross = (at.x - from.x) * (at.x - to.x) < 0;
  const height = (from.y + to.y) / 2;
  return isAcross && Math.abs(at.y - height) <= (BESIDE.higher * (one.width + other.width)) / 2;
}

function middleOf({ places }: PlacedFace): { x: number; y: number } {
  const middle = { x: 0, y: 0 };
  for (let i = 0; i < places.length; i += 2) {
    middle.x += (places[i]! * 2) / places.length;
    middle.y += (places[i + 1]! * 2) / places.length;
  }
  return middle;
}
