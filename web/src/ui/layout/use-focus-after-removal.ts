import { useEffect, useRef } from 'react';

/**
 * What had the focus goes away with what is removed from a page; the focus then moves to the heading that is named, or to that of the page.
 * Call the returned function with the heading's id before it happens.
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
