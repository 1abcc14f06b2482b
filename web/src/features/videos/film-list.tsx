import type { Content } from '@keepsake/contract/content';
import type { Prompt } from '@keepsake/contract/prompts';
import { failureCodes, type ProcessedContent, type Version } from '@keepsake/contract/videos';
import { Play } from 'lucide-react';
import { site } from '../../shared/site.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Text } from '../../ui/text.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { filmName } from './film-name.ts';
import styles from './film-list.module.css';
import { StageChip } from './stage-chip.tsx';

type FilmLack = NonNullable<ProcessedContent['shows']>['lack'];

interface FilmListProps {
  content: Content;
  prompts: readonly Prompt[];
  onOpen: (filmId: string) => void;
}

/** A button for each film that is ready, the stage of each that is not. */
export function FilmList({ content, prompts, onOpen }: FilmListProps) {
  const { t } = useTranslation('dashboard');
  const failed = content.versions.filter(({ state }) => state === 'failed');
  if (content.versions.length === 0) return null;
  const first = content.versions.find((version) => filmOf(version, content) !== undefined);
  return (
    <>
      <ul className={styles.films} aria-label={t('film.list', { photo: content.originalName })}>
        {content.versions.map((version, index) => {
          const name = filmName(version, content, prompts);
          const film = filmOf(version, content);
          const lack = lackToTell(content, index);
          return (
            <li key={version.id} className={styles.film}>
              {film === undefined ? (
                <>
                  <span className={styles.name}>{name}</span>
                  <StageChip version={version} />
                </>
              ) : (
                <button
                  type="button"
                  className={styles.watch}
                  data-first={version === first || undefined}
                  onClick={() => onOpen(film.id)}
                >
                  <Play size={18} fill="currentColor" aria-hidden="true" />
                  <span className={styles.name}>{name}</span>
                  <span className={styles.hint}>{t('film.watch')}</span>
                  <VisuallyHidden>{t('film.madeFrom', { photo: content.originalName })}</VisuallyHidden>
                </button>
              )}
              {lack && <p className={styles.note}>{t(`viewer.lack.${lack}`)}</p>}
            </li>
          );
        })}
      </ul>
      {[...new Set(failed.map(reasonOf))].map((reason) => (
        <p key={reason} className={styles.failure}>
          <Text>
            {t(`failure.${reason}`)}{' '}
            {site().supportEmail !== '' && t('failure.contact', { email: site().supportEmail })}
          </Text>
        </p>
      ))}
    </>
  );
}

function filmOf(version: Version, { ProcessedContents }: Content): ProcessedContent | undefined {
  const isSame = ({ promptId, number }: ProcessedContent) => promptId === version.promptId && number === version.number;
  return ProcessedContents.find(({ id }) => id === version.id) ?? ProcessedContents.find(isSame);
}

/** Why a film shows something else than was chosen: told once, below the last of the versions of a movement. */
function lackToTell(content: Content, index: number): FilmLack {
  const [version, next] = content.versions.slice(index, index + 2);
  const lack = version && filmOf(version, content)?.shows?.lack;
  const isTold = next?.promptId === version?.promptId && next && filmOf(next, content)?.shows?.lack === lack;
  return lack && !isTold ? lack : null;
}

/** Which explanation fits: the customer's photo, the rules about content, a film that may still come, or trouble on our side. */
function reasonOf({ failureCode }: Version): 'moderation' | 'photo_unreadable' | 'late' | 'ours' {
  const known = failureCodes.find((code) => code === failureCode);
  if (known === 'timed_out') return 'late';
  return known === 'moderation' || known === 'photo_unreadable' ? known : 'ours';
}
