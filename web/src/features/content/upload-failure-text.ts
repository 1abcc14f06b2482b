import { limits } from '@keepsake/contract/limits';
import { codeText } from '../../shared/i18n.ts';
import { text } from '../../shared/texts.ts';

const own = ['timeout', 'missing_file', 'altered'] as const;

/** Why an upload failed, in the reader's language. */
export function uploadFailureText(code: string | null): string {
  const known = own.find((one) => one === code);
  if (known) return text(`wizard:uploadFailure.${known}`, { mb: limits.photoBytes / (1024 * 1024) });
  return codeText(code ?? 'internal_error');
}
