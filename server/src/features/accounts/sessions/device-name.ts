/** Programs by what only they say of themselves; the first that fits. Most others say that they are Chrome or Safari, too. */
const programs: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** What a browser says of itself → words by which its owner knows it again, and no more: `Firefox, Windows`. Null where it says neither. */
export function deviceName(userAgent: string | undefined): string | null {
  const said = userAgent?.slice(0, 500) ?? '';
  const named = [programs, systems].flatMap((names) => names.find(([pattern]) => pattern.test(said))?.[1] ?? []);
  return named.length > 0 ? named.join(', ') : null;
}
