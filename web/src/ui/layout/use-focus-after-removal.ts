import { useEffect, useRef } from 'react';

/**
 * After a removal that takes the focused element away, moves the focus to the given heading, or to that of the page.
 * Call the returned function with the heading's id before the removal.
 */
export function useFocusAfterRemoval(): (headingId?: string) => void {
  const expected = useRef<string | null>(null);
  useEffect(() => {
    if (expected.current === null || document.activeElement !== document.body) return;
    const heading = document.getElementById(expected.current) ?? document.querySelector('h1');
    expected.current = null;
    heading?.focus({ preventScroll: true });
  });
  return (headingId = '') => {
    expected.current = headingId;
  };
}
