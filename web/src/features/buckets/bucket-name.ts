import type { Bucket } from '@keepsake/contract/photos/content';
import { longDateTime } from '../../shared/texts/format.ts';

/** The displayed name of a bucket: its name, or its creation date. */
export function bucketName({ name, createdAt }: Pick<Bucket, 'name' | 'createdAt'>): string {
  return name ?? longDateTime(createdAt);
}
