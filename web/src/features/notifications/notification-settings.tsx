import type { BodyInput } from '@keepsake/contract/endpoint';
import {
  type NotificationConfig,
  notificationConfig,
  updateNotificationConfig,
} from '@keepsake/contract/admin/notifications';
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { call, changedMeanwhile } from '../../shared/api.ts';
import { showState } from '../../shared/query.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { TextField } from '../../ui/forms/fields/text-field.tsx';
import { useUnsaved } from '../../ui/forms/unsaved.ts';
import { Card } from '../../ui/layout/page.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';
import { MailPreview } from './mail-preview.tsx';
import styles from './notification-settings.module.css';
import { nameOf, notificationsQuery } from './notifications.api.ts';

const [fewestDays, mostDays] = [1, 30];

/** Which mails are sent and when; each change applies at once. */
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

type Change = BodyInput<typeof updateNotificationConfig>;

/** One mail: on or off, and how many days before. */
function NotificationRow({ config, onPreview }: { config: NotificationConfig; onPreview: () => void }) {
  const { t } = useTranslation('admin-config');
  const { name, description } = nameOf(t, config);
  const [typed, setTyped] = useState<string | null>(null);
  const { update, shown } = useUpdate(config);
  useUnsaved(typed !== null && typed !== String(shown.daysBeforeEvent));
  const days = typed ?? String(shown.daysBeforeEvent);
  const isWrong = !/^\d{1,2}$/.test(days.trim()) || Number(days) < fewestDays || Number(days) > mostDays;

  function settle(): void {
    if (typed === null || isWrong) return;
    setTyped(null);
    if (Number(typed) !== shown.daysBeforeEvent) update({ daysBeforeEvent: Number(typed) });
  }

  return (
    <>
      <SwitchField
        label={name}
        hint={description}
        checked={shown.isEnabled}
        onChange={({ target }) => update({ isEnabled: target.checked })}
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

/** Shows each change at once, and sends it after the earlier ones, with the revision that they led to. */
function useUpdate(config: NotificationConfig) {
  const { id } = config;
  const { t } = useTranslation('admin-config');
  const queries = useQueryClient();
  const show = (changed: NotificationConfig) =>
    showState(queries, notificationsQuery, (all) => all?.map((one) => (one.id === id ? changed : one)));
  const mutationKey = ['notification', id];
  const { mutate: update } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: (change: Change) => {
      const { revision } = queries.getQueryData(notificationsQuery.queryKey)?.find((one) => one.id === id) ?? config;
      return call(updateNotificationConfig, { params: { id }, body: { ...change, revision } });
    },
    onSuccess: async ({ config: saved }, change) => {
      await show(saved);
      toast(t(change.isEnabled === undefined ? 'notifications.daysUpdated' : 'notifications.updated'));
    },
    onError: async (error, change) => {
      const theirs = changedMeanwhile(error, notificationConfig);
      if (theirs) await show(theirs.current);
      const what = change.isEnabled === undefined ? 'notifications.failedDays' : 'notifications.failedUpdate';
      toast(t(what, { reason: errorText(error) }), { tone: 'bad' });
      if (!theirs) await queries.invalidateQueries({ queryKey: notificationsQuery.queryKey });
    },
  });
  const unsaved = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  });
  const shown: NotificationConfig = Object.assign({}, config, ...unsaved);
  return { update, shown };
}

/** A switch that takes effect at once, without a save button. */
function SwitchField({
  label,
  hint,
  checked,
  ...input
}: { label: ReactNode; hint?: ReactNode; checked: boolean } & ComponentProps<'input'>) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <div className={styles.row}>
      <input
        {...input}
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        className={styles.switch}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
