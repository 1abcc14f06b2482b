import type { Bucket } from '@keepsake/contract/photos/content';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { bucketName } from './bucket-name.ts';

/** The bucket of an order, below a heading. */
export function BucketLine({ bucket }: { bucket: Pick<Bucket, 'name' | 'createdAt'> }) {
  const { t } = useTranslation('wizard');
  return <p>{t('set', { name: bucketName(bucket) })}</p>;
}
