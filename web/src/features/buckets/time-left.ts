import type { Bucket } from '@keepsake/contract/content';
import { limits } from '@keepsake/contract/limits';

const hourMs = 3_600_000;

/** When a set's files go away: the date it has, or the time of keeping after its last change. */
export function deletionTime({ deletionDate, updatedAt }: Pick<Bucket, 'deletionDate' | 'updatedAt'>): Date {
  return new Date(deletionDate ?? Date.parse(updatedAt) + limits.retentionDays * 24 * hourMs);
}

export type TimeLeft = { unit: 'days' | 'hours'; count: number } | { unit: 'soon' };

/** How long it is until then, in words: whole days, on the last day whole hours, then "soon". */
export function timeLeft(deletion: Date, now: Date): TimeLeft {
  const ms = deletion.getTime() - now.getTime();
  const hours = Math.round(ms / hourMs);
  if (ms < hourMs) return { unit: 'soon' };
  return hours < 24 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.round(hours / 24) };
}

/** From five days on the countdown is red. */
export function isUrgent(left: TimeLeft): boolean {
  return left.unit !== 'days' || left.count <= 5;
}
