import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { IconButton } from '../button.tsx';
import styles from './notice.module.css';

export const toneIcons: Record<Tone, LucideIcon> = {
  ok: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
  neutral: Info,
};

interface NoticeProps {
  tone?: Tone;
  title?: string;
  children?: ReactNode;
  /** A button or link below the text. */
  action?: ReactNode;
  onDismiss?: () => void;
  /** Off for what is there from the beginning and needs no announcement. */
  announce?: boolean;
  className?: string;
}

/** News that stays on the page; bad news interrupts a screen reader, other news waits. */
export function Notice({
  tone = 'neutral',
  title,
  children,
  action,
  onDismiss,
  announce = true,
  className,
}: NoticeProps) {
  const { t } = useTranslation();
  const Icon = toneIcons[tone];
  const role = announce ? (tone === 'bad' ? 'alert' : 'status') : undefined;
  return (
    <div className={clsx(styles.notice, className)} data-tone={tone} role={role}>
      <Icon size={22} className={styles.icon} aria-hidden="true" />
      <div className={styles.body}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children}
        {action}
      </div>
      {onDismiss && (
        <IconButton
          label={t('dismiss')}
          icon={<X size={20} aria-hidden="true" />}
          className={styles.dismiss}
          onClick={onDismiss}
        />
      )}
    </div>
  );
}

/** How good or bad news is; never told by colour alone. */
export type Tone = 'ok' | 'warn' | 'bad' | 'neutral';
