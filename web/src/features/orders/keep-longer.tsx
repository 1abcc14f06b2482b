import { extendOrder } from '@keepsake/contract/admin/order-page';
import { limits } from '@keepsake/contract/limits';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../shared/api.ts';
import { longDate } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useOrderAction } from './order-page.api.ts';
import styles from './order-page.module.css';

/** The day on which the files of an order are deleted, and an action that puts it off. */
export function KeepLonger({ orderId, deletionDate }: { orderId: string; deletionDate: string }) {
  const { t } = useTranslation('admin-order');
  /** The date that the question is about: a poll may bring another one meanwhile. */
  const [seen, setSeen] = useState<string | null>(null);
  const until = longDate(new Date(Date.parse(seen ?? deletionDate) + limits.retentionDays * 86_400_000).toISOString());
  const extension = useOrderAction(
    (before: string) => call(extendOrder, { params: { id: orderId }, body: { seenDeletionDate: before } }),
    { done: t('extend.done', { until }), onSettled: () => setSeen(null) },
  );
  return (
    <span className={styles.keep}>
      <span>{longDate(deletionDate)}</span>
      <Button
        variant="secondary"
        icon={<CalendarPlus size={18} aria-hidden="true" />}
        onClick={() => setSeen(deletionDate)}
      >
        {t('extend.button')}
      </Button>
      {seen !== null && (
        <ConfirmDialog
          title={t('extend.title', { until })}
          confirmLabel={t('extend.button')}
          busy={extension.isPending}
          onConfirm={() => extension.mutate(seen)}
          onCancel={() => setSeen(null)}
        >
          <p>{t('extend.text')}</p>
        </ConfirmDialog>
      )}
    </span>
  );
}
