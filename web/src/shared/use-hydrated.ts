import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False during prerendering and hydration, then true. Use it for anything that only the browser knows,
 * such as the date or the visitor's choices.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
