import type { CSSProperties } from 'react';

/** CSS with the properties for Outlook for Windows, which renders with Word and ignores padding of links and `display`. */
export type MailStyle = CSSProperties & { msoHide?: string; msoPaddingAlt?: string };

const sans = "Figtree, 'Helvetica Neue', Arial, sans-serif";
export const serif = "Fraunces, Georgia, 'Times New Roman', serif";

/** The colours of the pages in light mode (`web/src/styles/tokens.css`). */
export const colours = {
  paper: '#FBF7F1',
  surface: '#FFFFFF',
  sunken: '#F2EADF',
  ink: '#241A14',
  quiet: '#5E4E43',
  brand: '#A33B1F',
  line: '#8C7A6B',
};

/** Repeated in every cell with text, because Word does not inherit fonts from `body` in tables. */
export const type: MailStyle = { color: colours.ink, fontFamily: sans, fontSize: '17px', lineHeight: 1.6 };
export const quietType: MailStyle = { ...type, color: colours.quiet, fontSize: '16px' };
/** Links and names without spaces must not make a mail wider than the screen. */
export const breakAnywhere: MailStyle = { overflowWrap: 'anywhere', wordBreak: 'break-word' };

/** For mail programs that support style sheets: smaller margins on phones, and dark mode. Others use the inline styles. */
export const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .inset { padding-left: 16px !important; padding-right: 16px !important; }
}
@media (prefers-color-scheme: dark) {
  .paper { background-color: #16120f !important; }
  .surface { background-color: #201a16 !important; }
  .sunken { background-color: #110e0b !important; }
  .ink { color: #f6eee4 !important; }
  .quiet { color: #c9bbad !important; }
  .brand { color: #f29a76 !important; }
  .button { background-color: #f29a76 !important; }
  .on-button { color: #1b120d !important; }
  .line { border-color: #8e7e71 !important; }
}
`;
