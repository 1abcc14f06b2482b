import { id } from '@keepsake/contract/primitives';
import type { ComponentType } from 'react';
import { Link, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { FilmMakingNotice } from '../features/films/admin/film-making-notice.tsx';
import { Component as OverviewTab } from '../features/monitoring/overview-tab.tsx';
import { paths } from '../paths.ts';
import { useSearch } from '../shared/search-params.ts';
import { loadTexts } from '../shared/texts/i18n.ts';
import type { TextArea } from '../shared/texts/text-keys.ts';
import { useTranslation } from '../shared/texts/use-translation.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { Loading, Skeleton } from '../ui/feedback/skeleton.tsx';
import { SelectField } from '../ui/forms/fields/select-field.tsx';
import { PageHeading } from '../ui/layout/page-heading.tsx';
import { Page } from '../ui/layout/page.tsx';
import styles from './admin-page.module.css';

/** The page of one order and of one customer, in place of the list in their tab. */
const orderTexts = [
  'admin-order',
  'admin-ledger',
  'admin-refunds',
  'admin-videos',
  'admin-audit',
  'dashboard',
  'invoice',
] as const;
const OrderPage = tab(() => import('../features/orders/order-page.tsx'), ...orderTexts);
const CustomerPage = tab(() => import('../features/customers/customer-page.tsx'), 'admin-customer', 'admin-order');

/** The tabs in their order. The first one is part of the page; the others are loaded with their texts when first opened. */
const adminTabs = {
  overview: OverviewTab,
  orders: tab(() => import('../features/orders/orders-tab.tsx'), 'admin-orders'),
  workers: tab(() => import('../features/monitoring/workers-tab.tsx'), 'admin-workers'),
  errors: tab(() => import('../features/monitoring/errors-tab.tsx'), 'admin-errors', 'admin-order'),
  videos: tab(() => import('../features/films/admin/films-tab/films-tab.tsx'), 'admin-videos'),
  users: tab(() => import('../features/users/users-tab.tsx'), 'admin-users'),
  pricing: tab(() => import('../features/pricing/pricing-tab.tsx'), 'admin-pricing'),
  prompts: tab(() => import('../features/prompts/prompts-tab.tsx'), 'admin-prompts'),
  config: tab(() => import('./admin-config-tab.tsx'), 'admin-config'),
  generations: tab(() => import('../features/films/admin/generations/generations-tab.tsx'), 'admin-generations'),
  ledger: tab(() => import('../features/payment/ledger-tab.tsx'), 'admin-ledger', 'admin-refunds'),
  audit: tab(() => import('../features/audit/audit-tab.tsx'), 'admin-audit'),
} satisfies Record<string, ComponentType>;

const adminTabNames = Object.keys(adminTabs) as AdminTab[];

const search = z.union([
  z.object({ tab: z.literal('orders'), order: id }),
  z.object({ tab: z.literal('users'), user: id }),
  z.object({ tab: z.enum(adminTabNames) }),
]);

/** The administrators' page. Each tab belongs to its feature. */
export function Component() {
  const { t } = useTranslation('admin');
  const { name, Tab } = shownBy(useSearch(search));
  return (
    <Page width="wide">
      <PageHeading title={t('title')} />
      <FilmMakingNotice />
      <div className={styles.columns}>
        <AdminNav current={name} />
        <section aria-labelledby="admin-tab" className={styles.tab}>
          <h2 id="admin-tab">{t(`tabs.${name}`)}</h2>
          <Tab />
        </section>
      </div>
    </Page>
  );
}

function shownBy(found: z.output<typeof search> | null): { name: AdminTab; Tab: ComponentType } {
  if (found === null) return { name: 'overview', Tab: OverviewTab };
  if ('order' in found) return { name: 'orders', Tab: OrderPage };
  if ('user' in found) return { name: 'users', Tab: CustomerPage };
  return { name: found.tab, Tab: adminTabs[found.tab] };
}

/** The tabs as links beside the page, or as a select field on narrow screens. */
function AdminNav({ current }: { current: AdminTab }) {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  return (
    <nav aria-label={t('nav')} className={styles.nav}>
      <div className={styles.list}>
        <SelectField
          label={t('section')}
          value={current}
          onChange={({ target }) => void navigate(paths.adminTab(target.value))}
          options={adminTabNames.map((name) => ({ value: name, label: t(`tabs.${name}`) }))}
        />
      </div>
      <ul className={styles.links}>
        {adminTabNames.map((name) => (
          <li key={name}>
            <Link
              to={paths.adminTab(name)}
              className={styles.link}
              aria-current={name === current ? 'page' : undefined}
            >
              {t(`tabs.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type AdminTab = keyof typeof adminTabs;

function tab(load: () => Promise<{ Component: ComponentType }>, ...areas: TextArea[]) {
  return lazyPart(
    async () => {
      const [{ Component }] = await Promise.all([load(), loadTexts(...areas)]);
      return Component;
    },
    {
      pending: (
        <Loading>
          <Skeleton />
        </Loading>
      ),
    },
  );
}
