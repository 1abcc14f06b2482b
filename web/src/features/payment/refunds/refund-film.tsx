import type { OrderRefunds } from '@keepsake/contract/orders/refunds';
import { useState } from 'react';
import { money } from '../../../shared/texts/format.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { useFocusAfterRemoval } from '../../../ui/layout/use-focus-after-removal.ts';
import { RefundDialog } from './refund-dialog.tsx';

interface RefundFilmProps {
  orderId: string;
  refunds: OrderRefunds | undefined;
  filmId: string;
  /** "Smile 2 (grandma.jpg)" */
  name: string;
  /** Gets the focus once the film is refunded, and this button is gone. */
  headingId: string;
}

/** Opens the form of a refund with this film chosen; renders nothing while the film cannot be refunded. */
export function RefundFilm({ orderId, refunds, filmId, name, headingId }: RefundFilmProps) {
  const { t } = useTranslation('admin-refunds');
  const [isOpen, setOpen] = useState(false);
  const expectRemoval = useFocusAfterRemoval();
  const payment = refunds?.payments.find(({ fulfilled, left }) => fulfilled && left > 0);
  const film = refunds?.films.find(({ id }) => id === filmId);
  if (!refunds || !payment || !film || film.refunded || film.price === 0) return null;
  const price = money(Math.min(film.price, payment.left), payment.currency);
  return (
    <>
      <Button
        variant="secondary"
        aria-label={t('refundFilmNamed', { price, film: name })}
        onClick={() => setOpen(true)}
      >
        {t('refundFilm', { price })}
      </Button>
      {isOpen && (
        <RefundDialog
          orderId={orderId}
          refunds={refunds}
          filmId={filmId}
          onRequested={() => expectRemoval(headingId)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
