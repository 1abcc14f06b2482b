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

/** Starts with the language of the browser's last signed-in user, else English. */
export function startTexts(): Promise<void> {
  started ??= start();
  return started;
}

/** Loads the texts of areas; routes call it in parallel with their code. */
export async function loadTexts(...areas: readonly TextArea[]): Promise<void> {
  const begun = startTexts();
  await Promise.all([begun, ...areas.map(loadArea)]);
}

/** Switches the interface language and stores it for the next visit. */
export async function switchLanguage(lng: Language): Promise<void> {
  await startTexts();
  local.set('language', lng);
  await changeLanguage(lng);
}

/** Switches back to English, the language of the public pages, when nobody is signed in. */
export async function forgetLanguage(): Promise<void> {
  await startTexts();
  local.remove('language');
  await changeLanguage('en');
}

/** The text for any caught error, chosen by its code. */
export function errorText(error: unknown): string {
  if (error instanceof CodeUnavailable) return codeText('code_unavailable');
  if (!(error instanceof ApiError)) logProblem('An unexpected error', error);
  return codeText(error instanceof ApiError ? error.code : 'internal_error');
}

/** The text for an error code. */
export function codeText(code: string): string {
  return textOf(`errors:${code}`) ?? text('errors:internal_error');
}

/** Why a field was refused, in the user's language. */
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
 * The text for a failed action: the error's own text if it is about this request, else the action's text.
 * Both without a connection, because the user can fix that.
 */
export function failureText(sentence: string): (error: unknown) => string {
  return (error) => {
    if (!(error instanceof ApiError) || vague.has(error.code)) return sentence;
    if (error.code !== 'network_error') return errorText(error);
    return text('common:withReason', { what: sentence.replace(/[^.]$/, '$&.'), why: errorText(error) });
  };
}
