import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Following a link to a section moves the focus to its heading, as the browser does for links within a page. */
export function useSectionFocus(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === '' || key === 'default') return;
    const section = document.getElementById(hash.slice(1));
    section?.querySelector<HTMLElement>('h1, h2')?.focus({ preventScroll: true });
  }, [hash, key]);
}
