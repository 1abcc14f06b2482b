import { useEffect, useRef } from 'react';

/**
 * What had the focus goes away with a deleted photo or set; the focus then moves to the heading of the set, or of the page.
 * Call the returned function with the set's id before it happens.
 */
export function useFocusAfterRemoval(): (bucketId: string) => void {
  const expected = useRef<string | null>(null);
  useEffect(() => {
    if (expected.current === null || document.activeElement !== document.body) return;
    const heading = document.getElementById(`set-${expected.current}`) ?? document.querySelector('h1');
    expected.current = null;
    heading?.focus({ preventScroll: true });
  });
  return (bucketId) => {
    expected.current = bucketId;
  };
}
