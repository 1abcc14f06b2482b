import { useSyncExternalStore } from 'react';

/** The system prefers reduced motion. */
export const stillQuery = '(prefers-reduced-motion: reduce)';
/** Wide enough for two columns, as in the style sheets. */
export const wideQuery = '(width >= 48rem)';

/** Whether a media query matches; updated when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
