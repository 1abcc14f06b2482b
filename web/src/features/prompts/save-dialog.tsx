import type { ReactNode } from 'react';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import type { ContractForm } from '../../ui/forms/use-contract-form.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';

/** A form in a dialog, saved or left; says when something that is needed is missing. */
export function SaveDialog<Input>({
  title,
  form,
  isChanged = form.isChanged,
  onClose,
  children,
}: {
  title: string;
  form: ContractForm<Input>;
  /** Where more than the form's fields can be changed. */
  isChanged?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('admin-prompts');
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} unsaved={isChanged}>
        {form.attempt > 0 && form.output === null && (
          <Notice tone="bad">
            <p>{t('fillIn')}</p>
          </Notice>
        )}
        {children}
        <FormActions>
          <Button type="submit" busy={form.busy}>
            {t('save')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
