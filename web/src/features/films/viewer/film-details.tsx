import type { ReactNode } from 'react';
import { dateTime, number } from '../../../shared/texts/format.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { Text } from '../../../ui/text.tsx';
import styles from './film-details.module.css';
import type { FinishedFilm } from '../films.api.ts';

/** Technical data of a film, and instructions for saving it on each kind of device. */
export function FilmDetails({ film }: { film: FinishedFilm }) {
  const { t } = useTranslation('dashboard');
  const { width, height, durationMs, bytes, createdAt } = film.metadata;
  const size = number(bytes / 1e6, { maximumFractionDigits: 1 });
  return (
    <div className={styles.details}>
      <details>
        <summary>{t('details.title')}</summary>
        <dl className={styles.rows}>
          <Row term={t('details.made')}>
            <time dateTime={createdAt}>{dateTime(createdAt)}</time>
          </Row>
          {durationMs !== null && (
            <Row term={t('details.duration')}>{t('details.seconds', { count: Math.round(durationMs / 1000) })}</Row>
          )}
          {width !== null && height !== null && (
            <Row term={t('details.size')}>
              <Text>
                {width} × {height}
              </Text>
            </Row>
          )}
          <Row term={t('details.file')}>{t('details.megabytes', { size })}</Row>
          {film.shows !== null && film.shows.faces > 0 && <Row term={t('details.faces')}>{film.shows.faces}</Row>}
        </dl>
      </details>
      <details>
        <summary>{t('instructions.title')}</summary>
        <ul>
          <li>{t('instructions.computer')}</li>
          <li>{t('instructions.iphone')}</li>
          <li>{t('instructions.android')}</li>
          <li>{t('instructions.share')}</li>
        </ul>
      </details>
      <p className={styles.keys}>{t('viewer.keys')}</p>
    </div>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
