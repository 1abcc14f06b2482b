import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate, useNavigation } from 'react-router';
import { isLoggingOut } from '../../features/accounts/accounts.api.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../shared/query.ts';
import { useUserData } from '../../shared/session.ts';
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx';

/** Layout of the pages of a signed-in user. When the session ends, it redirects to the sign-in page. */
export function Component() {
  const signedIn = useUserData() !== null;
  const navigate = useNavigate();
  const leaving = useNavigation().state !== 'idle';
  const { pathname } = useLocation();
  useEffect(() => {
    // The browser may be at the next page already, which is not drawn yet.
    const hasLeft = window.location.pathname !== pathname;
    if (!signedIn && !leaving && !hasLeft && !isLoggingOut()) void navigate(paths.login, { replace: true });
  }, [signedIn, leaving, pathname, navigate]);
  if (!signedIn) return null;
  return (
    <QueryClientProvider client={queryClient}>
      <UnsavedGuard />
      <Outlet />
    </QueryClientProvider>
  );
}
