import { withoutInvisible } from '@keepsake/contract/without-invisible';

const maxLength = 255;

/** A file's name for display: without folders, control and invisible characters. Never used as a path. */
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

/** Browsers percent-encode only these three characters in the file name of a form's part. */
function unescaped(sentName: string): string {
  return sentName.replaceAll('%22', '"').replaceAll('%0A', '\n').replaceAll('%0D', '\r');
}

/** Letters and digits of any script, in lower case, with dashes between words. */
export function plainStem(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
}
