import type { ContentStatus } from '@keepsake/contract/photos/content';
import type { Version } from '@keepsake/contract/films/videos';

type VersionState = Version['state'];

/** The first matching rule gives the status of a paid photo; `all` and `any` refer to the states of its films. */
const rules: readonly ({ status: ContentStatus } & ({ all: VersionState } | { any: VersionState }))[] = [
  { status: 'paid', all: 'queued' },
  { status: 'processing', any: 'creating' },
  { status: 'processing', any: 'queued' },
  { status: 'retry_pending', any: 'retry_pending' },
  { status: 'failed', any: 'failed' },
  { status: 'done', all: 'done' },
];

/** The status of a photo, derived from its bucket and its films; it is not stored. */
export function photoStatus(paid: boolean, films: readonly VersionState[]): ContentStatus {
  if (!paid) return 'not_paid';
  // All of its films were refunded and deleted.
  if (films.length === 0) return 'done';
  const rule = rules.find((rule) => {
    if ('all' in rule) return films.every((state) => state === rule.all);
    return films.includes(rule.any);
  });
  return rule?.status ?? 'processing';
}
