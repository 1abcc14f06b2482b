import { resetTotp } from '@keepsake/contract/totp';
import { setRole, signOutUser } from '@keepsake/contract/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { call } from '../../shared/api.ts';
import { errorText } from '../../shared/i18n.ts';
import { refreshSession, signOut } from '../../shared/session.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { toast } from '../../ui/toast-store.ts';
import { keepUser, useMe } from '../accounts/accounts.api.ts';
import { usersKey, type ListedUser } from './users.api.ts';

export type UserAction = 'promote' | 'demote' | 'signOut' | 'resetTotp';

/** Acts on an account and says what came of it. Who gives the own role or sessions up leaves these pages. */
export function useUserAction(user: ListedUser, onSettled: () => void) {
  const { t } = useTranslation('admin-users');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const me = useMe();
  const leave = async (action: UserAction) => {
    if (me?.id !== user.id) return;
    if (action === 'signOut') {
      signOut();
      await navigate(paths.login);
    }
    if (action === 'demote') {
      keepUser({ ...me, role: 'User' });
      refreshSession({ ...me, role: 'User' });
      await navigate(paths.dashboard);
    }
  };
  return useMutation({
    mutationFn: (action: UserAction) => calls[action](user.id),
    onSuccess: async (_, action) => {
      toast(t(`${action}.done`, { name: user.name }));
      await leave(action);
    },
    onError: (error) => toast(errorText(error), { tone: 'bad' }),
    onSettled: () => {
      onSettled();
      return queries.invalidateQueries({ queryKey: usersKey });
    },
  });
}

const calls: Record<UserAction, (id: string) => Promise<unknown>> = {
  promote: (id) => call(setRole, { params: { id }, body: { role: 'Admin' } }),
  demote: (id) => call(setRole, { params: { id }, body: { role: 'User' } }),
  signOut: (id) => call(signOutUser, { params: { id } }),
  resetTotp: (id) => call(resetTotp, { params: { id } }),
};
