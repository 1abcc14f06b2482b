import { errorText } from '../shared/i18n.ts';
import { CodeUnavailable } from '../shared/load-code.ts';
import { text } from '../shared/texts.ts';
import { toast } from './toast-store.ts';

/** Says why what was pressed does nothing; where its code is missing, offers to load the page again. */
export function reloadOffer(error: unknown): void {
  const action = { label: text('common:errorPage.reload'), run: () => window.location.reload() };
  toast(errorText(error), { tone: 'bad', ...(error instanceof CodeUnavailable && { action }) });
}
