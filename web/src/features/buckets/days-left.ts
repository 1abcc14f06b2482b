import type { Bucket } from '@keepsake/contract/content';
import { limits } from '@keepsake/contract/limits';

const dayMs = 86_400_000;

/** When a set's files go away: the date it has, or the time of keeping after its last change. */
export function deletionTime({ deletionDate, updatedAt }: Pick<Bucket, 'deletionDate' | 'updatedAt'>): Date {
  return new Date(deletionDate ?? Date.parse(updatedAt) + limits.retentionDays * dayMs);
}

/** Whole days until then, the begun one counted; 0 once it has come. */
export function daysLeft(deletion: Date, now = new Date()): number {
  return Math.max(0, Math.ceil((deletion.getTime() - now.getTime()) / dayMs));
}

/** From so few days on the countdown is red. */
export const urgentDays = 5;
