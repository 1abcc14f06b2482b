import { useState } from 'react';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './manage-user.module.css';
import { useUserAction, type UserAction } from './use-user-action.ts';
import type { ListedUser } from './users.api.ts';

/** What an administrator can do to an account; each is asked for once more. */
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
      <p>{user.email}</p>
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
