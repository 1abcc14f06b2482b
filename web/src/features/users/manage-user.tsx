import { resetTotp } from '@keepsake/contract/accounts/totp';
import { setRole, signOutUser } from '@keepsake/contract/accounts/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { call } from '../../shared/api.ts';
import { endSession, refreshSession } from '../../shared/session.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';
import { storeUser, useMe } from '../accounts/accounts.api.ts';
import styles from './manage-user.module.css';
import { type ListedUser, usersKey } from './users.api.ts';

const calls: Record<UserAction, (id: string) => Promise<unknown>> = {
  promote: (id) => call(setRole, { params: { id }, body: { role: 'Admin' } }),
  demote: (id) => call(setRole, { params: { id }, body: { role: 'User' } }),
  signOut: (id) => call(signOutUser, { params: { id } }),
  resetTotp: (id) => call(resetTotp, { params: { id } }),
};

/** An administrator's actions on an account, each with a confirmation. */
export function ManageUser({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const { t } = useTranslation('admin-users');
  const [chosen, setChosen] = useState<UserAction | null>(null);
  const act = useUserAction(user, onClose);
  if (chosen !== null) {
    return (
      <ConfirmDialog
        title={t(`${chosen}.title`, { name: user.name })}
        confirmLabel={t(`${chosen}.do`)}
        busy={act.isPending}
        onConfirm={() => act.mutate(chosen)}
        onCancel={onClose}
      >
        <p>{t(`${chosen}.text`, { email: user.email })}</p>
      </ConfirmDialog>
    );
  }
  const offered: UserAction[] = [user.role === 'Admin' ? 'demote' : 'promote', 'signOut'];
  if (user.totp) offered.push('resetTotp');
  return (
    <Dialog title={user.name} onClose={onClose}>
      <p>
        <EmailAddress email={user.email} />
      </p>
      <ul className={styles.actions}>
        {offered.map((action) => (
          <li key={action}>
            <Button variant="secondary" wide onClick={() => setChosen(action)}>
              {t(`${action}.do`)}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

type UserAction = 'promote' | 'demote' | 'signOut' | 'resetTotp';

/** Runs the action and shows the result. An administrator who gives up their own role or sessions leaves these pages. */
function useUserAction(user: ListedUser, onSettled: () => void) {
  const { t } = useTranslation('admin-users');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const me = useMe();
  const leave = async (action: UserAction) => {
    if (me?.id !== user.id) return;
    if (action === 'signOut') {
      endSession();
      await navigate(paths.login);
    }
    if (action === 'demote') {
      storeUser({ ...me, role: 'User' });
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
