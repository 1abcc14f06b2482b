import type { CSSProperties } from 'react';

/** With the properties that Outlook for Windows alone reads: it draws with Word, which ignores padding of links and `display`. */
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

/** Stands in every cell that holds text: Word does not pass the type of `body` on to tables. */
export const type: MailStyle = { color: colours.ink, fontFamily: sans, fontSize: '17px', lineHeight: 1.6 };
export const quietType: MailStyle = { ...type, color: colours.quiet, fontSize: '16px' };
/** Links and names without spaces must not make a mail wider than the screen. */
export const breakAnywhere: MailStyle = { overflowWrap: 'anywhere', wordBreak: 'break-word' };

/** For mail programs that read styles: more room for the words on phones, and the reader's dark mode. The others keep what is inline. */
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
