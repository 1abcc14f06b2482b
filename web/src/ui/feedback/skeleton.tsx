import { clsx } from 'clsx';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { VisuallyHidden } from '../text.tsx';
import styles from './skeleton.module.css';

/** A placeholder with the size given by `className`; appears after 150 ms to avoid flicker. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span className={clsx(styles.skeleton, className)} aria-hidden="true" />;
}

/** Wraps placeholders and announces once that data is loading. */
export function Loading({ children, className }: { children: React.ReactNode; className?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" className={className}>
      <output>
        <VisuallyHidden>{t('loading')}</VisuallyHidden>
      </output>
      {children}
    </div>
  );
}
