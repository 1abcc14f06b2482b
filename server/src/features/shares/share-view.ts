import type { Share } from '@keepsake/contract/shares';
import type { ShareRow } from './share.queries.ts';

export function viewShare({ createdAt, expiresAt, ...share }: ShareRow): Share {
  return { ...share, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
