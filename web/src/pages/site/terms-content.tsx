import { limits } from '@keepsake/contract/limits';
import { useState } from 'react';
import { now } from '../../shared/clock.ts';
import { site } from '../../shared/site.ts';
import { longDate } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { useHydrated } from '../../shared/use-hydrated.ts';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Page } from '../../ui/layout/page.tsx';
import prose from '../../ui/layout/prose.module.css';
import { Text } from '../../ui/text.tsx';
import styles from './terms-content.module.css';

const sections = [
  'acceptance',
  'workflow',
  'ai',
  'payment',
  'cookies',
  'privacy',
  'liability',
  'newsletter',
  'modifications',
] as const;

/** The terms, shared by the whole app (terms-page.tsx) and the visitor's document (visitors/terms.tsx). */
export function TermsContent() {
  const { t } = useTranslation('legal');
  const { productName, supportEmail } = site();
  const [openedAt] = useState(now);
  const today = useHydrated() ? openedAt : null;
  const values = { productName, days: limits.retentionDays };
  return (
    <Page width="text">
      <PageHeading title={t('title')}>
        <p>
          <Text>{t('updated')} </Text>
          {today && <time dateTime={today.toISOString().slice(0, 10)}>{longDate(today)}</time>}
        </p>
      </PageHeading>
      <div className={prose.prose}>
        {sections.map((section, index) => (
          <section key={section} className={prose.prose}>
            <h2>
              <Text>
                {index + 1}. {t(`${section}.title`)}
              </Text>
            </h2>
            <p>{t(`${section}.text`, values)}</p>
            <p>{t(`${section}.more`, values)}</p>
          </section>
        ))}
        {supportEmail !== '' && (
          <p>
            <Text>{t('contact')} </Text>
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          </p>
        )}
        <p className={styles.credits}>
          <Text>{t('credits')} </Text>
          <a href="/icons/fa/LICENSE.txt" target="_blank" rel="noreferrer">
            CC BY 4.0
          </a>
        </p>
      </div>
    </Page>
  );
}
