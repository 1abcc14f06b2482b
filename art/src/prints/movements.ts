/** Rises from 0 to 1 starting at `from`, and falls back to 0 at `to`, each within `pace` seconds. */
export function rise(time: number, from: number, to: number, pace = 0.7): number {
  const share = Math.min((time - from) / pace, (to - time) / pace);
  const clamped = Math.max(0, Math.min(1, share));
  return clamped * clamped * (3 - 2 * clamped);
}

/** How far each eye is closed, given the times of the blinks. */
export function blink(time: number, ...times: number[]): [left: number, right: number] {
  const shut = Math.max(...times.map((at) => Math.max(0, 1 - Math.abs(time - at) / 0.15)));
  return [shut, shut];
}

/** An oscillation of `perSecond` cycles per second that starts at `from`. */
export function sway(time: number, perSecond: number, from = 0): number {
  return Math.sin((time - from) * perSecond * 2 * Math.PI);
}
