import { limits } from '@keepsake/contract/limits';
import { Clapperboard } from 'lucide-react';
import { FilmOrigin, useFilmCheck } from '../../features/provenance/film-origin.tsx';
import { site } from '../../shared/site.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { FileDrop } from '../../ui/forms/fields/file-drop.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Page } from '../../ui/layout/page.tsx';
import styles from './made-here-page.module.css';

const megabyte = 1024 * 1024;

/** Public: anybody may check the origin of a film. */
export function Component() {
  const { t } = useTranslation('provenance');
  const { name, check, start } = useFilmCheck();
  return (
    <Page width="text">
      <PageHeading title={t('title')}>
        <p>{t('intro', { productName: site().productName })}</p>
      </PageHeading>
      <div className={styles.parts}>
        <FileDrop
          id="film-picker"
          accept="video/mp4,.mp4"
          onFiles={([film]) => film && start(film)}
          icon={<Clapperboard size={36} strokeWidth={1.5} aria-hidden="true" />}
          texts={{ drop: t('drop'), dropNow: t('dropNow'), or: t('or'), choose: t('choose') }}
          rules={t('rules', { megabytes: limits.checkedFilmBytes / megabyte })}
          compact={check.state !== 'idle'}
        >
          {t('privacy')}
        </FileDrop>
        <FilmOrigin name={name} check={check} />
      </div>
    </Page>
  );
}
