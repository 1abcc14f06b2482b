import { type NotificationConfig, sendTestNotification } from '@keepsake/contract/admin/notifications';
import { type Language, languages } from '@keepsake/contract/primitives';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../shared/api.ts';
import { currentLanguage, languageNames } from '../../shared/texts/format.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { SelectField } from '../../ui/forms/fields/select-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';
import styles from './mail-preview.module.css';
import { nameOf, previewQuery } from './notifications.api.ts';

/** A mail in each language about an invented order, with a button to send it to oneself. */
export function MailPreview({ config, onClose }: { config: NotificationConfig; onClose: () => void }) {
  const { t } = useTranslation('admin-config');
  const [language, setLanguage] = useState(currentLanguage);
  const query = useQuery(previewQuery(config.id, language));
  const send = useMutation({
    mutationFn: () => call(sendTestNotification, { params: { id: config.id }, body: { language } }),
    onSuccess: () => toast(t('notifications.sent')),
    onError: (error) => toast(errorText(error), { tone: 'bad' }),
  });
  return (
    <Dialog title={nameOf(t, config).name} onClose={onClose}>
      <div className={styles.preview}>
        <SelectField
          label={t('notifications.language')}
          value={language}
          lang={language}
          onChange={({ target }) => setLanguage(target.value as Language)}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <QueryView query={query}>
          {({ subject, text }) => (
            <article lang={language} className={styles.mail}>
              <h3>{subject}</h3>
              <p>{text}</p>
            </article>
          )}
        </QueryView>
        <p className={styles.note}>{t('notifications.madeUp')}</p>
        <div>
          <Button
            variant="secondary"
            icon={<Send size={18} aria-hidden="true" />}
            busy={send.isPending}
            onClick={() => send.mutate()}
          >
            {t('notifications.sendTest')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
