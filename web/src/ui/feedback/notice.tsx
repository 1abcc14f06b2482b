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
  /** False for notices that are part of the initial page. */
  announce?: boolean;
  className?: string;
}

/** A permanent message. Bad news uses role alert, other news role status. */
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

/** The tone of a message; never shown by colour alone. */
export type Tone = 'ok' | 'warn' | 'bad' | 'neutral';
