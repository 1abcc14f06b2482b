import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { focusSection } from './focus-section.ts';

/** Following the router's link to a section moves the focus to its heading. */
export function useSectionFocus(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (key !== 'default') focusSection(hash);
  }, [hash, key]);
}
