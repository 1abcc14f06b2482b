import {
  type NotificationConfig,
  notificationConfig,
  updateNotificationConfig,
} from '@keepsake/contract/notifications';
import type { BodyInput } from '@keepsake/contract/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../shared/api.ts';
import { changedMeanwhile } from '../../shared/changed-meanwhile.ts';
import { errorText } from '../../shared/i18n.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './notification-settings.module.css';
import { nameOf } from './notification-names.ts';
import { notificationsQuery } from './notifications.api.ts';

type Change = BodyInput<typeof updateNotificationConfig>;

const [fewestDays, mostDays] = [1, 30];

/** One mail: on or off, and how many days before. */
export function NotificationRow({ config, onPreview }: { config: NotificationConfig; onPreview: () => void }) {
  const { t } = useTranslation('admin-config');
  const { name, description } = nameOf(t, config);
  const [typed, setTyped] = useState<string | null>(null);
  const update = useUpdate(config);
  const days = typed ?? String(config.daysBeforeEvent);
  const isWrong = !/^\d{1,2}$/.test(days.trim()) || Number(days) < fewestDays || Number(days) > mostDays;

  function settle(): void {
    if (typed === null || isWrong) return;
    setTyped(null);
    if (Number(typed) !== config.daysBeforeEvent) update.mutate({ daysBeforeEvent: Number(typed) });
  }

  return (
    <>
      <SwitchField
        label={name}
        hint={description}
        checked={config.isEnabled}
        disabled={update.isPending}
        onChange={({ target }) => update.mutate({ isEnabled: target.checked })}
      />
      <div className={styles.controls}>
        {config.daysBeforeEvent !== null && (
          <TextField
            className={styles.days}
            label={t('notifications.days')}
            aria-label={t('notifications.daysOf', { name })}
            inputMode="numeric"
            value={days}
            error={isWrong ? t('notifications.daysRange') : undefined}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={settle}
            onKeyDown={(event) => event.key === 'Enter' && settle()}
          />
        )}
        <Button
          variant="quiet"
          icon={<Mail size={18} aria-hidden="true" />}
          aria-label={t('notifications.previewOf', { name })}
          onClick={onPreview}
        >
          {t('notifications.preview')}
        </Button>
      </div>
    </>
  );
}

function useUpdate({ id, revision }: NotificationConfig) {
  const { t } = useTranslation('admin-config');
  const queries = useQueryClient();
  const show = (changed: NotificationConfig) =>
    queries.setQueryData(notificationsQuery.queryKey, (all) => all?.map((one) => (one.id === id ? changed : one)));
  return useMutation({
    mutationFn: (change: Change) => call(updateNotificationConfig, { params: { id }, body: { ...change, revision } }),
    onSuccess: ({ config }, change) => {
      show(config);
      toast(t(change.isEnabled === undefined ? 'notifications.daysUpdated' : 'notifications.updated'));
    },
    onError: (error, change) => {
      const theirs = changedMeanwhile(error, notificationConfig);
      if (theirs) show(theirs.current);
      const what = change.isEnabled === undefined ? 'notifications.failedDays' : 'notifications.failedUpdate';
      toast(t(what, { reason: errorText(error) }), { tone: 'bad' });
    },
  });
}
