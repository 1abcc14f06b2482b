import { iconName } from '@keepsake/contract/films/icons';
import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import { useHydrated } from '../shared/use-hydrated.ts';
import styles from './pictogram.module.css';

/**
 * An icon by its stored name: `fa-hand` (Font Awesome solid) or `/card-icons/wave.svg`, in the current text
 * colour. Any other name renders nothing, because it comes from the database and becomes a URL.
 */
export function Pictogram({
  icon,
  size = 24,
  className,
}: {
  icon: string;
  size?: number;
  className?: string | undefined;
}) {
  const isHydrated = useHydrated();
  const url = pictogramUrl(icon);
  if (url === null) return null;
  // The content security policy forbids inline styles: a prerendered page reserves the space, and hydration adds the icon.
  const style = { '--pictogram': `url("${url}")` } as CSSProperties;
  return (
    <svg
      width={size}
      height={size}
      className={clsx(styles.room, isHydrated && styles.pictogram, className)}
      style={isHydrated ? style : undefined}
      aria-hidden="true"
    />
  );
}

function pictogramUrl(icon: string): string | null {
  if (!iconName.test(icon)) return null;
  return icon.startsWith('fa-') ? `/icons/fa/${icon.slice(3)}.svg` : icon;
}
