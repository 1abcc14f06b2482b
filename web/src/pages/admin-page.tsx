import * as z from 'zod/mini';
import { VideoMaking } from '../features/videos/video-making.tsx';
import { useSearch } from '../shared/search-params.ts';
import { useTranslation } from '../shared/use-translation.ts';
import { Page } from '../ui/page.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { UnsavedGuard } from '../ui/unsaved-guard.tsx';
import { AdminNav } from './admin-nav.tsx';
import styles from './admin-page.module.css';
import { adminTabNames, adminTabs } from './admin-tabs.tsx';

const search = z.object({ tab: z.enum(adminTabNames) });

/** The administrators' page: a list of tabs, each of which lives with its feature. */
export function Component() {
  const { t } = useTranslation('admin');
  const name = useSearch(search)?.tab ?? 'overview';
  const Tab = adminTabs[name];
  return (
    <Page>
      <PageHeading title={t('title')} />
      <UnsavedGuard />
      <VideoMaking />
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
