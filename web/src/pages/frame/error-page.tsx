import { useLocation, useNavigate, useNavigation, useRouteError } from 'react-router';
import { refetchMe } from '../../features/accounts/accounts.api.ts';
import { ApiError } from '../../shared/api.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorMessage } from './error-message.tsx';

/** The router's error page, if a page could not be rendered or loaded. */
export function ErrorPage() {
  const error = useRouteError();
  return error instanceof ApiError ? <Outage /> : <ErrorMessage text={errorText(error)} />;
}

/** Before rendering, pages request only the signed-in user (accounts/guards.ts). */
function Outage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { state, ...address } = useLocation();
  const busy = useNavigation().state !== 'idle';
  const retry = () => {
    refetchMe();
    void navigate(address, { replace: true, state });
  };
  return (
    <ErrorMessage
      title={t('errorPage.outageTitle')}
      text={t('errorPage.outageText')}
      action={
        <Button busy={busy} onClick={retry}>
          {t('tryAgain')}
        </Button>
      }
    />
  );
}
