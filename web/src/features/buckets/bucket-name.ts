import type { Bucket } from '@keepsake/contract/photos/content';
import { longDateTime } from '../../shared/texts/format.ts';

/** What a bucket is called: its name, or when it was begun. */
export function bucketName({ name, createdAt }: Pick<Bucket, 'name' | 'createdAt'>): string {
  return name ?? longDateTime(createdAt);
}
