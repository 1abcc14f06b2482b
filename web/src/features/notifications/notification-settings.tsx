import type { NotificationConfig } from '@keepsake/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../shared/i18n.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Card } from '../../ui/card.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { MailPreview } from './mail-preview.tsx';
import { NotificationRow } from './notification-row.tsx';
import styles from './notification-settings.module.css';
import { notificationsQuery } from './notifications.api.ts';

/** Which mails go out and when; each change is in force at once. */
export function NotificationSettings() {
  const { t } = useTranslation('admin-config');
  const query = useQuery(notificationsQuery);
  const [previewed, setPreviewed] = useState<NotificationConfig | null>(null);
  return (
    <Card>
      <QueryView query={query} failureText={(error) => t('notifications.failedLoad', { reason: errorText(error) })}>
        {(configs) => (
          <ul className={styles.list}>
            {configs.map((config) => (
              <li key={config.id} className={styles.item}>
                <NotificationRow config={config} onPreview={() => setPreviewed(config)} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      {previewed && <MailPreview config={previewed} onClose={() => setPreviewed(null)} />}
    </Card>
  );
}
