export const languages = ['en', 'hu', 'de', 'fr', 'es'] as const;
export type Language = (typeof languages)[number];

/** The language of the hosted page: the session's, or the browser's where the session leaves it open. */
export function pageLanguage(locale: string | null, acceptLanguage: string | undefined): Language {
  const wished = locale === null || locale === 'auto' ? preferences(acceptLanguage) : [locale];
  for (const tag of wished) {
    const found = languages.find((language) => language === tag.toLowerCase().split('-')[0]);
    if (found) return found;
  }
  return 'en';
}

/** The tags of an `Accept-Language` header, the best first. */
function preferences(header = ''): string[] {
  return header
    .split(',')
    .map((entry) => {
      const [tag = '', quality] = entry.trim().split(/;\s*q=/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
