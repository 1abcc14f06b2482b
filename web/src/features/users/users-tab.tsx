import { limits } from '@keepsake/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { paths } from '../../paths.ts';
import { usePageNumber, useSearch } from '../../shared/search-params.ts';
import { dateTime, mediumDate } from '../../shared/texts/format.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { SearchForm } from '../../ui/forms/filter-form.tsx';
import { type Column, DataTable } from '../../ui/layout/data-table.tsx';
import { Pagination } from '../../ui/layout/pagination.tsx';
import { Link } from '../../ui/navigation.tsx';
import { ManageUser } from './manage-user.tsx';
import styles from './users-tab.module.css';
import { type ListedUser, usersQuery } from './users.api.ts';

const search = z.object({ search: z.optional(z.string()) });

/** All accounts, newest first. */
export function Component() {
  const { t } = useTranslation('admin-users');
  const navigate = useNavigate();
  const page = usePageNumber();
  const words = useSearch(search)?.search;
  const query = useQuery(usersQuery(page, words));
  const [managed, setManaged] = useState<ListedUser | null>(null);
  return (
    <>
      <SearchForm
        label={t('search')}
        button={t('find')}
        value={words ?? ''}
        maxLength={100}
        onSearch={(typed) => void navigate(paths.adminTab('users', 1, { search: typed }))}
      />
      <QueryView query={query}>
        {(data) => (
          <>
            <DataTable
              caption={t('table')}
              columns={columnsOf(t, setManaged)}
              rows={data.data}
              rowKey={({ id }) => id}
              empty={t(data.total === 0 ? 'none' : 'admin:emptyPage')}
            />
            <Pagination
              page={page}
              pages={Math.ceil(data.total / limits.adminPageSize)}
              to={(next) => paths.adminTab('users', next, { search: words })}
              label={t('pages')}
            />
          </>
        )}
      </QueryView>
      {managed && <ManageUser user={managed} onClose={() => setManaged(null)} />}
    </>
  );
}

function columnsOf(t: Translate<'admin-users'>, manage: (user: ListedUser) => void): Column<ListedUser>[] {
  return [
    {
      key: 'name',
      title: t('name'),
      cell: ({ id, name }) => (
        <Link className={styles.name} to={paths.adminTab('users', 1, { user: id })}>
          {name}
        </Link>
      ),
    },
    { key: 'email', title: t('email'), cell: ({ email }) => <span className={styles.email}>{email}</span> },
    {
      key: 'joined',
      title: t('joined'),
      cell: ({ createdAt }) => <time dateTime={createdAt}>{mediumDate(createdAt)}</time>,
    },
    {
      key: 'login',
      title: t('lastLogin'),
      cell: ({ lastLogin }) =>
        lastLogin === null ? t('never') : <time dateTime={lastLogin}>{dateTime(lastLogin)}</time>,
    },
    {
      key: 'role',
      title: t('role'),
      cell: ({ role }) => (role === 'Admin' ? <Chip icon={null}>{t('roles.Admin')}</Chip> : t('roles.User')),
    },
    { key: 'totp', title: t('totp'), cell: ({ totp }) => t(totp ? 'on' : 'off') },
    {
      key: 'action',
      title: t('action'),
      cell: (user) => (
        <Button variant="secondary" aria-label={t('manageNamed', { name: user.name })} onClick={() => manage(user)}>
          {t('manage')}
        </Button>
      ),
    },
  ];
}
