import type { OrderRefunds } from '@keepsake/contract/orders/refunds';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { MakeRefundForm } from './make-refund-form.tsx';
import { refundsQuery } from './refunds.api.ts';

interface RefundDialogProps {
  orderId: string;
  refunds: OrderRefunds;
  /** Chosen at first. */
  filmId?: string;
  onRequested?: () => void;
  onClose: () => void;
}

/** The form of a refund. */
export function RefundDialog({ orderId, refunds, filmId, onRequested, onClose }: RefundDialogProps) {
  const { t } = useTranslation('admin-refunds');
  const queries = useQueryClient();
  const requested = (after: OrderRefunds) => {
    onRequested?.();
    queries.setQueryData(refundsQuery(orderId).queryKey, after);
    void queries.invalidateQueries({ queryKey: ['admin'] });
    toast(t('requested'));
    onClose();
  };
  return (
    <Dialog title={t('open')} onClose={onClose}>
      <MakeRefundForm orderId={orderId} refunds={refunds} filmId={filmId} onDone={requested} />
    </Dialog>
  );
}
