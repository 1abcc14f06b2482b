import { type Bucket, newBucketName } from '@keepsake/contract/photos/content';
import { useQueryClient } from '@tanstack/react-query';
import { longDateTime } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/fields/text-field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';
import { bucketsKey, renameBucket } from './buckets.api.ts';

/** Renames a bucket; without a name its date is shown. */
export function RenameDialog({ bucket, onClose }: { bucket: Bucket; onClose: () => void }) {
  const { t } = useTranslation('dashboard');
  const queries = useQueryClient();
  const form = useContractForm(newBucketName, {
    defaultValues: { name: bucket.name ?? '' },
    submit: async ({ name }) => {
      await renameBucket(bucket, name);
      await queries.invalidateQueries({ queryKey: bucketsKey });
      onClose();
      toast(t('set.renamed'));
    },
  });
  return (
    <Dialog title={t('naming.title')} onClose={onClose}>
      <Form form={form} unsaved={form.isChanged && !form.busy}>
        <TextField
          {...form.field('name', t('naming.label'))}
          hint={t('naming.hint')}
          placeholder={longDateTime(bucket.createdAt)}
          autoComplete="off"
          data-autofocus
        />
        <FormActions>
          <Button type="submit" busy={form.busy}>
            {t('common:save')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
