import type { Head } from '../face/head.ts';
import type { Planes } from '../picture/planes.ts';
import { smoothstep } from '../smoothstep.ts';
import { visibleOutline } from '../far-side/far-side.ts';
import { MESH } from './face-rig.ts';
import { distanceOutside } from './surroundings.ts';
import { coloursApart, toneAround, type Tone } from '../face/tone.ts';

/** The other faces of a photo, sorted by how they overlap one face. */
export interface Neighbours {
  /** In front of it, covering part of it. */
  before: readonly Head[];
  /** Behind it. */
  behind: readonly Head[];
  apart: readonly Head[];
}

/**
 * Faces overlap if one reaches this far inside the other's outline, in its own face widths; the mesh is no more
 * precise.
 */
const OVERLAP = 0.06;
/**
 * Edges are searched this far inside and outside an outline, in steps of `STEP`, on patches of `PATCH`. Face widths.
 */
const AROUND = 0.08;
const STEP = 0.02;
const PATCH = 0.012;
/** A nearer face looks larger: weight of the log width ratio beside the log ratio of edge contrasts. */
const BY_WIDTH = 2;

/** Minimum score (log ratio) at which one face counts as in front of the other. */
const TELLS = 0.3;

/**
 * Finds for each head which overlapping faces are in front of it and which behind. A face in front has an outline that
 * is an edge in the photo. Pairs that do not overlap, or whose order is unclear (cheek to cheek), are `apart`.
 */
export function findNeighbours(heads: readonly Head[], photo: Planes, scale: number): Neighbours[] {
  const outlines = heads.map(outlineOf);
  const edge = (one: number, other: number) =>
    edgeBeside(outlines[one]!, heads[one]!.width, outlines[other]!, photo, scale);
  const isBefore = (one: number, other: number) => {
    if (one === other || !overlap(outlines, heads, one, other)) return false;
    const wider = heads[one]!.width / heads[other]!.width;
    return Math.log(edge(one, other) / edge(other, one)) + BY_WIDTH * Math.log(wider) > TELLS;
  };
  const pairs = heads.map((_, one) => heads.map((_, other) => isBefore(one, other)));
  return heads.map((head, i) => {
    const before = heads.filter((_, other) => pairs[other]![i]);
    const behind = heads.filter((_, other) => pairs[i]![other]);
    const apart = heads.filter((other) => other !== head && !before.includes(other) && !behind.includes(other));
    return { before, behind, apart };
  });
}

/** Indices of the heads in painting order, back to front. */
export function drawingOrder(heads: readonly Head[], neighbours: readonly Neighbours[]): number[] {
  const order: number[] = [];
  const left = new Set(heads.keys());
  while (left.size > 0) {
    const isFree = (i: number) => neighbours[i]!.behind.every((head) => !left.has(heads.indexOf(head)));
    const next = [...left].find(isFree) ?? [...left][0]!;
    left.delete(next);
    order.push(next);
  }
  return order;
}

export function outlineOf(head: Head): Float32Array {
  return Float32Array.from(
    visibleOutline(head).flatMap((point) => [head.places[point * 2]!, head.places[point * 2 + 1]!]),
  );
}

/** For each mesh vertex, 1 under or at one of the faces in front, falling to 0 at a distance of `reach` film pixels. */
export function occludedShares(before: readonly Head[], rest: Float32Array, reach: number): Float32Array {
  const outlines = before.map(outlineOf);
  return Float32Array.from({ length: MESH }, (_, i) =>
    Math.max(
      0,
      ...outlines.map((outline) => 1 - smoothstep(distanceOutside(outline, rest[i * 2]!, rest[i * 2 + 1]!) / reach)),
    ),
  );
}

function overlap(outlines: readonly Float32Array[], heads: readonly Head[], one: number, other: number): boolean {
  const reachInto = (a: number, b: number) => reaches(outlines[a]!, OVERLAP * heads[a]!.width, outlines[b]!);
  return reachInto(one, other) || reachInto(other, one);
}

function reaches(outline: Float32Array, depth: number, other: Float32Array): boolean {
  const [middleX, middleY] = middleOf(outline);
  for (let i = 0; i < outline.length; i += 2) {
    const [x, y] = [outline[i]!, outline[i + 1]!];
    const inwards = depth / Math.hypot(x - middleX, y - middleY);
    if (distanceOutside(other, x + (middleX - x) * inwards, y + (middleY - y) * inwards) === 0) return true;
  }
  return false;
}

/** Median edge contrast along the part of an outline that lies near another face; always above 0. */
function edgeBeside(outline: Float32Array, width: number, other: Float32Array, photo: Planes, scale: number): number {
  const [middleX, middleY] = middleOf(outline);
  const clear: number[] = [];
  for (let i = 0; i < outline.length; i += 2) {
    const [x, y] = [outline[i]!, outline[i + 1]!];
    if (distanceOutside(other, x, y) > AROUND * width) continue;
    const away = Math.hypot(x - middleX, y - middleY) / width;
    const tones: Tone[] = [];
    for (let at = -AROUND; at <= AROUND; at += STEP) {
      const [atX, atY] = [x + (at * (x - middleX)) / away, y + (at * (y - middleY)) / away];
      tones.push(toneAround(photo, atX * scale, atY * scale, PATCH * width * scale));
    }
    clear.push(Math.max(...tones.slice(1).map((tone, k) => apart(tone, tones[k]!))));
  }
  return 1 + (clear.toSorted((a, b) => a - b)[clear.length >> 1] ?? 0);
}

function apart(one: Tone, other: Tone): number {
  return Math.abs(one.y - other.y) + coloursApart(one, other);
}

function middleOf(outline: Float32Array): [number, number] {
  let [x, y] = [0, 0];
  for (let i = 0; i < outline.length; i += 2) {
    x += outline[i]! / (outline.length / 2);
    y += outline[i + 1]! / (outline.length / 2);
  }
  return [x, y];
}
