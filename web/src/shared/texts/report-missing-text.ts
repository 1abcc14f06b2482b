const reported = new Set<string>();

/** In development: reports each missing text once to the server, which records it for translators. */
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
