import type { Content } from '@keepsake/contract/content';
import { Play, ShoppingBasket } from 'lucide-react';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Gears } from './gears.tsx';
import styles from './photo-overlay.module.css';

/** What lies over the picture: the way to buy it, that it is being worked on, or the way to its first film. */
export function PhotoOverlay({ content, onPay }: { content: Content; onPay: (() => void) | undefined }) {
  const { t } = useTranslation('dashboard');
  if (content.status === 'not_paid' && content.ProcessedContents.length === 0 && onPay)
    return (
      <div className={styles.overlay} data-light>
        <Button
          variant="secondary"
          icon={<ShoppingBasket size={20} aria-hidden="true" />}
          aria-label={t('photo.addNamed', { name: content.originalName })}
          onClick={onPay}
        >
          {t('photo.add')}
        </Button>
      </div>
    );
  if (content.status === 'processing')
    return (
      <div className={styles.overlay}>
        <Gears />
        <p>{t('photo.preparing')}</p>
      </div>
    );
  if (content.ProcessedContents.length === 0) return null;
  // A picture only: a press on it reaches the button of the first film, see film-list.module.css.
  return (
    <span className={styles.play} aria-hidden="true">
      <Play size={30} fill="currentColor" />
    </span>
  );
}
