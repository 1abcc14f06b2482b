import { ApiError } from './api.ts';
import { errorText } from './i18n.ts';
import { text } from './texts.ts';

const vague = new Set(['internal_error', 'unexpected_reply']);

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
