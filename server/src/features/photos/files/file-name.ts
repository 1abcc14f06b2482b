import { withoutInvisible } from '@keepsake/contract/without-invisible';

const maxLength = 255;

/** A file's name as its owner is shown it: without folders, control and invisible characters; never used as a path. */
export function displayName(sentName: string | undefined): string {
  const last =
    unescaped(sentName ?? '')
      .split(/[/\\]/)
      .at(-1) ?? '';
  const clean = withoutInvisible(
    last
      .toWellFormed()
      .normalize('NFC')
      .replaceAll(/\p{Cc}/gu, ''),
  ).trim();
  const short = Array.from(clean).slice(0, maxLength).join('').trim();
  return /^\.*$/.test(short) ? 'photo' : short;
}

/** Browsers write these three in the head of a form's part as addresses do, and nothing else. */
function unescaped(sentName: string): string {
  return sentName.replaceAll('%22', '"').replaceAll('%0A', '\n').replaceAll('%0D', '\r');
}

/** Letters and figures of any script, in lower case, with dashes between the words. */
export function plainStem(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
}
