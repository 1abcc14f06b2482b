import type { User } from '@keepsake/contract/accounts';
import { text } from '@keepsake/contract/primitives';
import { useState } from 'react';
import * as z from 'zod/mini';
import { failureText } from '../../shared/failure-text.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormActions } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { ProfileSection } from './profile-section.tsx';
import { saveProfile } from './save-profile.ts';

const nameOnly = z.object({ name: text(100) });

export function NameForm({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const [done, setDone] = useState(false);
  const form = useContractForm(nameOnly, {
    defaultValues: { name: user.name },
    submit: async (body) => {
      setDone(false);
      await saveProfile(body);
      setDone(true);
    },
    failureText: failureText(t('name.failed')),
  });
  return (
    <ProfileSection title={t('name.title')} done={done ? t('name.done') : null}>
      <Form form={form}>
        <TextField {...form.field('name', t('name.field'))} autoComplete="name" />
        <FormActions>
          <Button type="submit" busy={form.busy}>
            {t('name.save')}
          </Button>
        </FormActions>
      </Form>
    </ProfileSection>
  );
}
