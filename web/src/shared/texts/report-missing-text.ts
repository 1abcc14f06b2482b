const reported = new Set<string>();

/** While the pages are developed: tells the server which text is missing, so that it is recorded for translators. Each once. */
export function reportMissingText(language: string, fullKey: string): void {
  const [area, key] = fullKey.split(':');
  const name = `${language} ${fullKey}`;
  if (area === undefined || key === undefined || reported.has(name)) return;
  reported.add(name);
  const headers = { 'content-type': 'application/json' };
  void fetch(`/locales/add/${language}/${area}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ [key]: fullKey }),
  }).catch(() => undefined);
}
