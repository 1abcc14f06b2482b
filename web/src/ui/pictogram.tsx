import { iconName } from '@keepsake/contract/icon-name';
import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import { useHydrated } from '../shared/use-hydrated.ts';
import styles from './pictogram.module.css';

/**
 * A picture by its stored name: `fa-hand` (Font Awesome's solid set) or `/card-icons/wave.svg`, in the colour of the text
 * around it. Anything else shows nothing: the name comes from a table and becomes an address.
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
  // The page's policy takes no styles from HTML: a prerendered page keeps the room, and the picture comes when the browser takes over.
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

export function pictogramUrl(icon: string): string | null {
  if (!iconName.test(icon)) return null;
  return icon.startsWith('fa-') ? `/icons/fa/${icon.slice(3)}.svg` : icon;
}
