import { role } from '@keepsake/contract/accounts/accounts';
import { exportUsers, userSorts } from '@keepsake/contract/accounts/users';
import { text } from '@keepsake/contract/primitives';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { paths } from '../../paths.ts';
import { useFilters, usePageNumber, type WrongFilter } from '../../shared/search-params.ts';
import { dateTime, mediumDate, number } from '../../shared/texts/format.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { SelectField } from '../../ui/forms/fields/select-field.tsx';
import { TextField } from '../../ui/forms/fields/text-field.tsx';
import { FilterForm } from '../../ui/forms/filter-form.tsx';
import type { Column } from '../../ui/layout/data-table.tsx';
import { type Sort, sortInUrl, useSort } from '../../ui/layout/list-search.ts';
import { SortedList } from '../../ui/layout/sorted-list.tsx';
import { Link } from '../../ui/navigation.tsx';
import { ManageUser } from './manage-user.tsx';
import { type ListedUser, type UserFilter, usersQuery } from './users.api.ts';

const filters = {
  search: text(200),
  role,
  verified: z.enum(['true', 'false']),
  disabled: z.enum(['true', 'false']),
};

/** All accounts; filter, order and page come from the URL. */
export function Component() {
  const { t } = useTranslation('admin-users');
  const page = usePageNumber();
  const { filter, wrong } = useFilters(filters);
  const sort = useSort(userSorts);
  const query = useQuery(usersQuery(page, filter, sort));
  const [managed, setManaged] = useState<ListedUser | null>(null);
  return (
    <>
      <UserFilterForm filter={filter} wrong={wrong} sort={sortInUrl(userSorts, sort)} />
      <QueryView query={query}>
        {({ data, total, more }) => (
          <SortedList
            caption={t('table')}
            columns={columnsOf(t, setManaged)}
            rowKey={(row) => row.id}
            empty={t(total === 0 ? 'none' : 'admin:emptyPage')}
            list={{ data, total, more }}
            page={page}
            sort={sort}
            to={(next, sorted) => paths.adminTab('users', next, { ...filter, ...sortInUrl(userSorts, sorted) })}
            size={t(more ? 'countMore' : 'count', { count: total, number: number(total) })}
            download={{ endpoint: exportUsers, query: filter, name: 'users.csv' }}
            pagesLabel={t('pages')}
          />
        )}
      </QueryView>
      {managed && <ManageUser user={managed} onClose={() => setManaged(null)} />}
    </>
  );
}

interface FilterFormProps {
  filter: UserFilter;
  wrong: readonly WrongFilter[];
  sort: Partial<Sort<string>>;
}

function UserFilterForm({ filter, wrong, sort }: FilterFormProps) {
  const { t } = useTranslation('admin-users');
  const { search, role: ofRole, verified, disabled } = filter;
  return (
    <FilterForm
      filter={filter}
      wrong={wrong}
      label={t('filter')}
      submitLabel={t('show')}
      clearLabel={t('clear')}
      to={(entered) => paths.adminTab('users', 1, { ...entered, ...sort })}
    >
      <TextField
        name="search"
        type="search"
        label={t('search')}
        defaultValue={search}
        maxLength={200}
        autoComplete="off"
      />
      <SelectField
        name="role"
        label={t('role')}
        defaultValue={ofRole}
        options={[
          { value: '', label: t('everybody') },
          { value: 'User', label: t('roles.User') },
          { value: 'Admin', label: t('roles.Admin') },
        ]}
      />
      <SelectField
        name="verified"
        label={t('verified')}
        defaultValue={verified}
        options={[
          { value: '', label: t('everybody') },
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]}
      />
      <SelectField
        name="disabled"
        label={t('disabled')}
        defaultValue={disabled}
        options={[
          { value: '', label: t('everybody') },
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]}
      />
    </FilterForm>
  );
}

function columnsOf(t: Translate<'admin-users'>, manage: (user: ListedUser) => void): Column<ListedUser>[] {
  return [
    {
      key: 'name',
      title: t('name'),
      long: true,
      sort: { by: 'name', first: 'asc' },
      cell: ({ id: userId, name, disabled }) => (
        <>
          <Link to={paths.adminTab('users', 1, { user: userId })}>{name}</Link>
          {disabled && (
            <div>
              <Chip icon={null}>{t('disabled')}</Chip>
            </div>
          )}
        </>
      ),
    },
    {
      key: 'email',
      title: t('email'),
      long: true,
      sort: { by: 'email', first: 'asc' },
      cell: ({ email }) => <EmailAddress email={email} />,
    },
    { key: 'verified', title: t('verified'), cell: ({ verified }) => t(verified ? 'yes' : 'no') },
    {
      key: 'joined',
      title: t('joined'),
      sort: { by: 'joined', first: 'desc' },
      cell: ({ createdAt }) => <time dateTime={createdAt}>{mediumDate(createdAt)}</time>,
    },
    {
      key: 'login',
      title: t('lastLogin'),
      sort: { by: 'lastLogin', first: 'desc' },
      cell: ({ lastLogin }) =>
        lastLogin === null ? t('never') : <time dateTime={lastLogin}>{dateTime(lastLogin)}</time>,
    },
    {
      key: 'role',
      title: t('role'),
      cell: ({ role: ofUser }) => (ofUser === 'Admin' ? <Chip icon={null}>{t('roles.Admin')}</Chip> : t('roles.User')),
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
