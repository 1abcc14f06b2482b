import { id } from '@keepsake/contract/primitives';
import { paths } from '../../paths.ts';
import { session } from '../../shared/storage.ts';

const key = 'bucketAfterSignIn';

/** Whoever follows a mail's link to a set without being signed in finds the set after signing in. */
export function rememberBucketOf(address: string): void {
  const { pathname, searchParams } = new URL(address);
  const bucketId = id.safeParse(searchParams.get('bucket')).data;
  if (pathname === paths.dashboard && bucketId !== undefined) session.set(key, bucketId);
}

/** Where signing in leads to; once, for the next one may be somebody else. */
export function pathAfterSignIn(): string {
  const bucketId = id.safeParse(session.get(key)).data;
  session.remove(key);
  return bucketId === undefined ? paths.dashboard : paths.dashboardBucket(bucketId);
}
