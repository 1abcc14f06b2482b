const entities: Record<string, string> = { amp: '&', quot: '"', '#39': "'", '#x27': "'", lt: '<', gt: '>' };

/** The web addresses that a message leads to, each once: those of its HTML, else those in its text. */
export function linksOf(html: string, text: string): string[] {
  const inHtml = [...html.matchAll(/<a\s[^>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map((match) =>
    decoded(match[1] ?? match[2] ?? ''),
  );
  const found =
    inHtml.length > 0 ? inHtml : [...text.matchAll(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g)].map(([url]) => url);
  return [...new Set(found)].filter((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol));
}

function decoded(attribute: string): string {
  return attribute.replace(/&(\w+|#x?\w+);/g, (whole, name: string) => entities[name.toLowerCase()] ?? whole).trim();
}
