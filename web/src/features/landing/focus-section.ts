import { sections } from '../../paths.ts';

/** Puts the focus on the heading of the section that the address names, as the browser does for links within a page. */
export function focusSection(hash: string): void {
  const section = sections.find((name) => hash === `#${name}`);
  if (section === undefined) return;
  document.getElementById(section)?.querySelector<HTMLElement>('h1, h2')?.focus({ preventScroll: true });
}
