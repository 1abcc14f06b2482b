import { codeText } from '../../shared/i18n.ts';
import { text } from '../../shared/texts.ts';

const own = ['timeout', 'missing_file'] as const;

/** Why an upload failed, in the reader's language. */
export function uploadFailureText(code: string | null): string {
  const known = own.find((one) => one === code);
  if (known) return text(`wizard:uploadFailure.${known}`);
  return codeText(code ?? 'internal_error');
}
