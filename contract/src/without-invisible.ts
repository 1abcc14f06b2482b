/** Characters without a glyph: zero-width characters, soft hyphens, fillers, and bidirectional controls. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\uFFF9-\uFFFB]/u;

/** Letters of scripts in which a joiner changes the shape of its neighbours. */
const joined =
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]$/u;
const picture = /^\p{Extended_Pictographic}$/u;
const pictureEnd = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]$/u;

/** The text as a reader sees it: texts that look the same become equal, and none can reverse the text around it. */
export function withoutInvisible(text: string): string {
  if (!invisible.test(text)) return text;
  return Array.from(text)
    .filter(
      (character, at, all) => !invisible.test(character) || isSeen(character, all[at - 1] ?? '', all[at + 1] ?? ''),
    )
    .join('');
}

/** Whether an invisible character affects what is seen: between joined letters, or inside an emoji sequence. */
function isSeen(character: string, before: string, after: string): boolean {
  if (character === '\uFE0F') return picture.test(before) || (/^[0-9#*]$/.test(before) && after === '\u20E3');
  if (character === '\u200D' && pictureEnd.test(before) && picture.test(after)) return true;
  return (character === '\u200C' || character === '\u200D') && joined.test(before) && joined.test(after);
}
