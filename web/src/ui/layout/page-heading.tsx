import { type ReactNode, useEffect, useRef } from 'react';
import { site } from '../../shared/site.ts';
import { text } from '../../shared/texts/texts.ts';
import { useIsFirstPage } from '../navigation.tsx';
import styles from './page-heading.module.css';

/** The document's title, with a prefix while any form of the page has errors. */
let own: string | null = null;

let withErrors = 0;

/**
 * The h1 of a page. Sets the document's title, and takes the focus after navigation, so that screen readers announce
 * the page.
 */
export function PageHeading({
  title,
  children,
  actions,
  focusKey,
}: {
  title: string;
  /** An introduction below. */
  children?: ReactNode;
  actions?: ReactNode;
  /** A new value focuses the heading again, for pages with several screens. */
  focusKey?: string | number | undefined;
}) {
  const ref = usePageTitle<HTMLHeadingElement>(title, focusKey);
  return (
    <header className={styles.heading}>
      <div className={styles.texts}>
        <h1 ref={ref} tabIndex={-1}>
          {title}
        </h1>
        {children !== undefined && <div className={styles.intro}>{children}</div>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

/** The same for pages with their own heading: pass the ref to an element with tabIndex -1. */
export function usePageTitle<T extends HTMLElement>(title: string, focusKey?: string | number) {
  const ref = useRef<T>(null);
  const isFirstPage = useIsFirstPage();
  const shown = useRef(focusKey);
  useEffect(() => {
    const { productName } = site();
    setPageTitle(title === productName ? title : `${title} · ${productName}`);
  }, [title]);
  useEffect(() => {
    const again = shown.current !== focusKey;
    shown.current = focusKey;
    if (isFirstPage && !again) return;
    ref.current?.focus({ preventScroll: true });
    // Scrolls a new screen to the top; the browser alone would leave the heading behind the bar.
    if (again) window.scrollTo({ top: 0 });
  }, [isFirstPage, focusKey]);
  return ref;
}

function setPageTitle(title: string): void {
  own = title;
  write();
}

/** Prefixes the document's title with "Error:" while there are errors. */
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
