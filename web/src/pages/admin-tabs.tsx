import type { ComponentType } from 'react';
import { Component as OverviewTab } from '../features/monitoring/overview-tab.tsx';
import { loadTexts } from '../shared/i18n.ts';
import type { TextArea } from '../shared/text-keys.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';

/** The tabs of the administrators' page in their order: the first comes with the page, the others with their texts when they are first opened. */
export const adminTabs = {
  overview: OverviewTab,
  workers: tab(() => import('../features/monitoring/workers-tab.tsx'), 'admin-workers'),
  errors: tab(() => import('../features/monitoring/errors-tab.tsx'), 'admin-errors'),
  videos: tab(() => import('../features/videos/videos-tab.tsx'), 'admin-videos'),
  users: tab(() => import('../features/users/users-tab.tsx'), 'admin-users'),
  pricing: tab(() => import('../features/pricing/pricing-tab.tsx'), 'admin-pricing'),
  prompts: tab(() => import('../features/prompts/prompts-tab.tsx'), 'admin-prompts'),
  config: tab(() => import('./admin-config-tab.tsx'), 'admin-config'),
  generations: tab(() => import('../features/videos/generations-tab.tsx'), 'admin-generations'),
  ledger: tab(() => import('../features/payment/ledger-tab.tsx'), 'admin-ledger'),
  audit: tab(() => import('../features/audit/audit-tab.tsx'), 'admin-audit'),
} satisfies Record<string, ComponentType>;

export type AdminTab = keyof typeof adminTabs;
export const adminTabNames = Object.keys(adminTabs) as AdminTab[];

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
