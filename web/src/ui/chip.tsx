import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './chip.module.css';
import { type Tone, toneIcons } from './feedback/notice.tsx';

/** A short status with text, icon and colour; `icon` replaces the tone's icon, null removes it. */
export function Chip({
  tone = 'neutral',
  icon,
  children,
  className,
}: {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}) {
  const Icon = toneIcons[tone];
  return (
    <span className={clsx(styles.chip, className)} data-tone={tone}>
      {icon === undefined ? <Icon size={16} aria-hidden="true" /> : icon}
      <span>{children}</span>
    </span>
  );
}
