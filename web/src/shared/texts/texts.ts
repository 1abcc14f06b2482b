import type { Language } from '@keepsake/contract/primitives';
import { fetchJson } from '../fetch-json.ts';
import { logProblem } from '../log.ts';
import { findText, type TextTree } from './find-text.ts';
import type { FullKey, TextArea, TextValues } from './text-keys.ts';

let current: Language = 'en';
let asked: Language = current;
const wanted = new Set<TextArea>();
const loading = new Map<string, Promise<void>>();
const trees = new Map<string, { language: Language; tree: TextTree }>();
const listeners = new Set<() => void>();

export function textLanguage(): Language {
  return current;
}

export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the initial language, before any text is loaded. */
export function beginIn(language: Language): void {
  current = language;
  asked = language;
}

/** Loads all used areas before it switches, so that no page mixes two languages. */
export async function changeLanguage(language: Language): Promise<void> {
  asked = language;
  await Promise.all([...wanted].map((area) => load(language, area)));
  // The user may have chosen another language meanwhile.
  if (asked !== language || current === language) return;
  current = language;
  for (const listener of listeners) listener();
}

/** Resolves when the texts of an area are loaded; returns the same promise each time. */
export function loadArea(area: TextArea): Promise<void> {
  wanted.add(area);
  return load(current, area);
}

/** A text by its full key, such as `dashboard:film.ready`, also outside components. Its area must be loaded. */
export function text(key: FullKey, values?: TextValues): string {
  const found = textOf(key, values);
  if (import.meta.env.DEV && found === null) reportMissing(key);
  return found ?? key;
}

/** Left out of production builds. */
function reportMissing(key: FullKey): void {
  void import('./report-missing-text.ts').then(({ reportMissingText }) => reportMissingText(current, key));
}

/** A text in the current language, or null. */
export function textOf(fullKey: FullKey | `errors:${string}`, values?: TextValues): string | null {
  const [area = '', key = ''] = fullKey.split(':');
  const found = trees.get(address(current, area));
  return (found && findText(found.tree, found.language, key, values)) ?? null;
}

function load(language: Language, area: TextArea): Promise<void> {
  const key = address(language, area);
  const known = loading.get(key);
  if (known) return known;
  const loaded = fetchArea(language, area);
  loading.set(key, loaded);
  loaded.then(
    () => markAsThere(loaded),
    () => loading.delete(key),
  );
  return loaded;
}

/** Sets the fields by which React's `use` recognises a settled promise, so that a component does not suspend. */
function markAsThere(loaded: Promise<void>): void {
  void Object.assign(loaded, { status: 'fulfilled', value: undefined });
}

/** Falls back to English if the texts of a language cannot be loaded. */
async function fetchArea(language: Language, area: TextArea): Promise<void> {
  try {
    trees.set(address(language, area), { language, tree: await fetchJson<TextTree>(fileOf(language, area)) });
  } catch (error) {
    if (language === 'en') throw error;
    logProblem(`No texts in ${language}; English ones stand in.`, error);
    trees.set(address(language, area), { language: 'en', tree: await fetchJson<TextTree>(fileOf('en', area)) });
  }
}

function fileOf(language: Language, area: TextArea): string {
  return `/locales/${language}/${area}.json?v=${__TEXTS_VERSION__}`;
}

function address(language: Language, area: string): string {
  return `${language}/${area}`;
}
