import {
  type CustomerPage,
  deleteCustomer,
  disableUser,
  enableUser,
  exportCustomer,
  sendAccountMail,
} from '@keepsake/contract/admin/customer-page';
import { signOutUser } from '@keepsake/contract/accounts/users';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { call } from '../../shared/api.ts';
import { dateTime } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { TypedConfirmDialog } from '../../ui/overlays/typed-confirm-dialog.tsx';
import { useMe } from '../accounts/accounts.api.ts';
import styles from '../orders/order-page.module.css';
import { useCustomerAction } from './customer-page.api.ts';

type Action = 'verification' | 'password' | 'signOut' | 'disable' | 'enable' | 'export' | 'delete';

const calls: Record<Action, (customer: CustomerPage) => Promise<{ customer?: CustomerPage }>> = {
  verification: ({ id }) => call(sendAccountMail, { params: { id }, body: { about: 'verification' } }),
  password: ({ id }) => call(sendAccountMail, { params: { id }, body: { about: 'password' } }),
  signOut: async ({ id }) => {
    await call(signOutUser, { params: { id } });
    return {};
  },
  disable: ({ id }) => call(disableUser, { params: { id } }),
  enable: ({ id }) => call(enableUser, { params: { id } }),
  export: ({ id }) => call(exportCustomer, { params: { id } }),
  delete: async ({ id, email }) => {
    await call(deleteCustomer, { params: { id }, body: { email } });
    return {};
  },
};

/** The actions for a customer, each with a confirmation. For the administrator's own account, only those that cannot lock them out. */
export function CustomerActions({ customer }: { customer: CustomerPage }) {
  const { t } = useTranslation('admin-customer');
  const [chosen, setChosen] = useState<Action | null>(null);
  const isOwn = useMe()?.id === customer.id;
  const { disabledAt, verifiedAt, hasPassword, dataExport } = customer;
  const offered: Action[] = [];
  if (verifiedAt === null && hasPassword) offered.push('verification');
  offered.push('password');
  if (!isOwn) offered.push('signOut', disabledAt === null ? 'disable' : 'enable');
  if (disabledAt === null) offered.push('export');
  if (!isOwn) offered.push('delete');
  return (
    <section className={styles.section} aria-labelledby="customer-actions">
      <h4 id="customer-actions">{t('actions')}</h4>
      <div className={styles.actions}>
        {offered.map((action) => (
          <Button
            key={action}
            variant={action === 'delete' ? 'danger' : 'secondary'}
            disabled={action === 'export' && dataExport?.state === 'waiting'}
            onClick={() => setChosen(action)}
          >
            {t(`${action}.do`)}
          </Button>
        ))}
      </div>
      {isOwn && <p className={styles.small}>{t('own')}</p>}
      {dataExport && (
        <p className={styles.small}>{t(`export.${dataExport.state}`, { at: dateTime(dataExport.requestedAt) })}</p>
      )}
      {chosen !== null && <Question action={chosen} customer={customer} onClose={() => setChosen(null)} />}
    </section>
  );
}

function Question({ action, customer, onClose }: { action: Action; customer: CustomerPage; onClose: () => void }) {
  const { t } = useTranslation('admin-customer');
  const navigate = useNavigate();
  const { name, email } = customer;
  const run = useCustomerAction(() => calls[action](customer), {
    done: t(`${action}.done`, { name }),
    // The page of the deleted account no longer exists.
    onDone: () => void (action === 'delete' && navigate(paths.adminTab('users'))),
    onSettled: onClose,
  });
  const dialog = {
    title: t(`${action}.title`, { name }),
    confirmLabel: t(`${action}.do`),
    busy: run.isPending,
    onConfirm: () => run.mutate(),
    onCancel: onClose,
    children: <p>{t(`${action}.text`, { email })}</p>,
  };
  if (action === 'delete') return <TypedConfirmDialog {...dialog} words={email} label={t('delete.type')} />;
  return <ConfirmDialog {...dialog} />;
}
