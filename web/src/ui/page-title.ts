import { useEffect } from 'react';
import { text } from '../shared/texts.ts';

/** The window's title: the page's own, with a word before it while any form of the page has errors. */
let own: string | null = null;
let withErrors = 0;

export function setPageTitle(title: string): void {
  own = title;
  write();
}

/** Says "Error:" in the window's title as long as there are any. */
export function useErrorTitle(any: boolean): void {
  useEffect(() => {
    if (!any) return;
    withErrors += 1;
    write();
    return () => {
      withErrors -= 1;
      write();
    };
  }, [any]);
}

function write(): void {
  own ??= document.title;
  document.title = withErrors > 0 ? text('common:errorTitle', { title: own }) : own;
}
