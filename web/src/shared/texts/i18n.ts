import type { FieldProblem } from '@keepsake/contract/field-errors';
import { language, type Language } from '@keepsake/contract/primitives';
import { ApiError } from '../api.ts';
import { CodeUnavailable } from '../load-code.ts';
import { logProblem } from '../log.ts';
import { local } from '../storage.ts';
import { type TextArea, textsOfEveryPage } from './text-keys.ts';
import { beginIn, changeLanguage, loadArea, onLanguageChange, text, textLanguage, textOf } from './texts.ts';

let started: Promise<void> | null = null;

const vague = new Set(['internal_error', 'unexpected_reply']);

/** Starts with the language of the last signed-in user of this browser, English otherwise; whoever needs texts waits for it. */
export function startTexts(): Promise<void> {
  started ??= start();
  return started;
}

/** Loads the texts of areas; routes do it beside their code. */
export async function loadTexts(...areas: readonly TextArea[]): Promise<void> {
  const begun = startTexts();
  await Promise.all([begun, ...areas.map(loadArea)]);
}

/** Switches the interface, and remembers it for the next visit. */
export async function switchLanguage(lng: Language): Promise<void> {
  await startTexts();
  local.set('language', lng);
  await changeLanguage(lng);
}

/** The public pages are English: back to it when nobody is signed in. */
export async function forgetLanguage(): Promise<void> {
  await startTexts();
  local.remove('language');
  await changeLanguage('en');
}

/** Any caught error → words for the reader: by its code, never by its sentence. */
export function errorText(error: unknown): string {
  if (error instanceof CodeUnavailable) return codeText('code_unavailable');
  if (!(error instanceof ApiError)) logProblem('An unexpected error', error);
  return codeText(error instanceof ApiError ? error.code : 'internal_error');
}

/** An error's code → words for the reader. */
export function codeText(code: string): string {
  return textOf(`errors:${code}`) ?? text('errors:internal_error');
}

/** Why a field was refused, in the reader's language. */
export function problemText(problem: FieldProblem): string {
  const { limit = 0, example = '' } = problem as { limit?: number; example?: string };
  return textOf(`errors:field.${problem.code}`, { limit, example }) ?? text('errors:field.wrong_format');
}

async function start(): Promise<void> {
  beginIn(rememberedLanguage());
  markDocument();
  onLanguageChange(markDocument);
  await Promise.all(textsOfEveryPage.map(loadArea));
}

function rememberedLanguage(): Language {
  const parsed = language.safeParse(local.get('language'));
  return parsed.success && local.get('token') !== null ? parsed.data : 'en';
}

function markDocument(): void {
  if (typeof document === 'undefined') return;
  document.documentElement.lang = textLanguage();
}

/**
 * Words for a failed action: what the server said where it said something about it, the action's own sentence otherwise.
 * Without a connection both, for the reader can do something about it.
 */
export function failureText(sentence: string): (error: unknown) => string {
  return (error) => {
    if (!(error instanceof ApiError) || vague.has(error.code)) return sentence;
    if (error.code !== 'network_error') return errorText(error);
    return text('common:withReason', { what: sentence.replace(/[^.]$/, '$&.'), why: errorText(error) });
  };
}
