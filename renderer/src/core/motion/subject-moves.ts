import type { Rectangle } from '../picture/framing.ts';
import { smootherstep } from '../smoothstep.ts';
import type { Curve } from './timing.ts';

/** The subject's bounding box in film pixels. */
export interface Subject {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** It continues below the picture, like a half-length portrait, instead of standing on visible ground. */
  isCutOff: boolean;
}

export interface Offset {
  x: number;
  y: number;
}

/** Adds to `sum` the displacement of a point of the photo, in film pixels. */
export type Displace = (x: number, y: number, sum: Offset) => void;
export type Move = (progress: number) => Displace;

/** Moves the subject towards the viewer: it grows from its base by `growth` and moves sideways by `shift` pixels. */
export function comeForward(subject: Subject, growth: number, shift: number, progress: Curve): Move {
  const middle = (subject.left + subject.right) / 2;
  return (at) => {
    const done = progress(at);
    return (x, y, sum) => {
      const weight = subject.isCutOff ? 1 : smootherstep(heightOn(subject, y) / 0.4);
      sum.x += (x - middle) * growth * done + shift * weight * done;
      sum.y += (y - subject.bottom) * growth * done;
    };
  };
}

/** Leans about the base, most at the head. `angle` in degrees, to the right for positive progress. */
export function lean(subject: Subject, angle: number, progress: Curve): Move {
  return bend(subject, 0, 0, 0.9, angle, progress);
}

/** Widens the chest and lifts what is above it. `depth` is the lift as a share of the subject's height. */
export function breathe(subject: Subject, depth: number, progress: Curve): Move {
  const height = subject.bottom - subject.top;
  const middle = (subject.left + subject.right) / 2;
  return (at) => {
    const lift = depth * progress(at);
    return (x, y, sum) => {
      const up = heightOn(subject, y);
      const chest = smootherstep(up / 0.35) * smootherstep((0.75 - up) / 0.35);
      sum.x += (x - middle) * lift * 1.2 * chest;
      sum.y -= height * lift * smootherstep(up / 0.6);
    };
  };
}

/**
 * Fades a displacement out towards the borders of an area, where no pixels could move in from outside. `share` is the
 * width of the border relative to the area's short side; it must be at least twice the displacement, or the warp folds.
 */
export function keepEdges({ left, top, width, height }: Rectangle, share: number, displace: Displace): Displace {
  const reach = share * Math.min(width, height);
  return (x, y, sum) => {
    displace(x, y, sum);
    sum.x *= smootherstep(Math.min(x - left, left + width - 1 - x) / reach);
    sum.y *= smootherstep(Math.min(y - top, top + height - 1 - y) / reach);
  };
}

/**
 * Rotates about a pivot at `pivot` of the subject's height, with a weight rising from 0 at height `from` to 1 at `to`.
 */
function bend(subject: Subject, pivot: number, from: number, to: number, angle: number, progress: Curve): Move {
  const centreX = (subject.left + subject.right) / 2;
  const centreY = subject.bottom - pivot * (subject.bottom - subject.top);
  return (at) => {
    const turn = ((angle * Math.PI) / 180) * progress(at);
    return (x, y, sum) => {
      const moved = turnAbout(centreX, centreY, x, y, turn * smootherstep((heightOn(subject, y) - from) / (to - from)));
      sum.x += moved.x;
      sum.y += moved.y;
    };
  };
}

/** Displacement of a point by a clockwise rotation; `angle` in radians. */
export function turnAbout(centreX: number, centreY: number, x: number, y: number, angle: number): Offset {
  const sine = Math.sin(angle);
  const loss = 1 - Math.cos(angle);
  return {
    x: (centreY - y) * sine - (x - centreX) * loss,
    y: (x - centreX) * sine - (y - centreY) * loss,
  };
}

/** 0 at the subject's base, 1 at its top. */
function heightOn(subject: Subject, y: number): number {
  return (subject.bottom - y) / (subject.bottom - subject.top);
}
