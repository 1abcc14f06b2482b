import { useRouteError } from 'react-router';
import { errorText } from '../shared/i18n.ts';
import { ErrorMessage } from './error-message.tsx';

/** What the router shows in the place of a page that could not be drawn or loaded. */
export function ErrorPage() {
  return <ErrorMessage text={errorText(useRouteError())} />;
}
