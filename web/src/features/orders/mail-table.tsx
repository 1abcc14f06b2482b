import { type AdminMail, sendMailAgain } from '@keepsake/contract/admin/order-page';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../shared/api.ts';
import { dateTime } from '../../shared/texts/format.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { Tone } from '../../ui/feedback/notice.tsx';
import { type Column, DataTable } from '../../ui/layout/data-table.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useOrderAction } from './order-page.api.ts';
import styles from './order-page.module.css';

interface MailTableProps<Mail extends AdminMail> {
  mails: readonly Mail[];
  title?: string;
  /** Columns before those of every mail. */
  first?: readonly Column<Mail>[];
}

/** Mails with their state, newest first; some can be sent again. */
export function MailTable<Mail extends AdminMail>({ mails, title, first = [] }: MailTableProps<Mail>) {
  const { t } = useTranslation('admin-order');
  const [chosen, setChosen] = useState<AdminMail | null>(null);
  const again = useOrderAction(
    async ({ id }: AdminMail) => {
      await call(sendMailAgain, { params: { id } });
      return {};
    },
    { done: t('mails.done'), onSettled: () => setChosen(null) },
  );
  return (
    <>
      <DataTable
        caption={title ?? t('mails.title')}
        columns={[...first, ...columnsOf(t, setChosen)]}
        rows={mails}
        rowKey={({ id }) => id}
        empty={t('mails.none')}
      />
      {chosen && (
        <ConfirmDialog
          title={t('mails.again')}
          confirmLabel={t('mails.again')}
          busy={again.isPending}
          onConfirm={() => again.mutate(chosen)}
          onCancel={() => setChosen(null)}
        >
          <p>{t('mails.text', { mail: mailName(t, chosen.kind) })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const toneOfState: Record<AdminMail['state'], Tone> = {
  queued: 'neutral',
  sent: 'ok',
  failed: 'bad',
  dropped: 'neutral',
};

function columnsOf(t: Translate<'admin-order'>, choose: (mail: AdminMail) => void): Column<AdminMail>[] {
  return [
    { key: 'mail', title: t('mails.mail'), cell: ({ kind }) => mailName(t, kind) },
    {
      key: 'state',
      title: t('mails.state'),
      long: true,
      cell: ({ state, lastError }) => (
        <>
          <Chip tone={toneOfState[state]}>{t(`mails.${state}`)}</Chip>
          {lastError !== null && <p className={styles.small}>{lastError}</p>}
        </>
      ),
    },
    {
      key: 'at',
      title: t('mails.at'),
      cell: ({ createdAt, sentAt }) => <time dateTime={sentAt ?? createdAt}>{dateTime(sentAt ?? createdAt)}</time>,
    },
    {
      key: 'action',
      title: t('mails.action'),
      cell: (mail) =>
        mail.repeatable && (
          <Button
            variant="secondary"
            icon={<Send size={18} aria-hidden="true" />}
            aria-label={t('mails.againNamed', { mail: mailName(t, mail.kind) })}
            onClick={() => choose(mail)}
          >
            {t('mails.again')}
          </Button>
        ),
    },
  ];
}

const mailKinds = [
  'verify-email',
  'reset-password',
  'set-password',
  'password-changed',
  'two-step-changed',
  'account-exists',
  'data-export-ready',
  'order-confirmed',
  'payment-failed',
  'refund-made',
  'refund-failed',
  'films-ready',
  'late-films-ready',
  'deletion-reminder',
  'unpaid-reminder',
  'notification-test',
] as const;

/** A newer server may send kinds that are unknown to this page. */
export function mailName(t: Translate<'admin-order'>, kind: string | null): string {
  const known = mailKinds.find((one) => one === kind);
  return known === undefined ? (kind ?? '') : t(`mailKinds.${known}`);
}
