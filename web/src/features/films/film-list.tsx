import type { Content } from '@keepsake/contract/content';
import type { Prompt } from '@keepsake/contract/prompts';
import { failureCodes, type ProcessedContent, type Version } from '@keepsake/contract/videos';
import { Check, CircleAlert, Clock, Play, RotateCw } from 'lucide-react';
import { useNow } from '../../shared/clock.ts';
import { site } from '../../shared/site.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Spinner } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { Tone } from '../../ui/feedback/notice.tsx';
import { Text, VisuallyHidden } from '../../ui/text.tsx';
import styles from './film-list.module.css';
import { filmName } from './film-name.ts';

const looks = {
  queued: { tone: 'neutral', icon: <Clock size={16} aria-hidden="true" /> },
  creating: { tone: 'warn', icon: <Spinner /> },
  done: { tone: 'ok', icon: <Check size={16} aria-hidden="true" /> },
  failed: { tone: 'bad', icon: <CircleAlert size={16} aria-hidden="true" /> },
  retry_pending: { tone: 'warn', icon: <RotateCw size={16} aria-hidden="true" /> },
} satisfies Record<Version['state'], { tone: Tone; icon: React.ReactNode }>;

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

/** Queued, Creating (since when), Ready: what is known, never a guessed percentage. */
function StageChip({ version }: { version: Version }) {
  const { t } = useTranslation('dashboard');
  const minutes = minutesSince(version, useNow());
  const { tone, icon } = looks[version.state];
  return (
    <Chip tone={tone} icon={icon}>
      {minutes === null ? t(`stage.${version.state}`) : t('stage.creatingFor', { count: minutes })}
    </Chip>
  );
}

/** Whole minutes a film has been in the making; null before the first is over. */
function minutesSince({ state, startedAt }: Version, now: Date): number | null {
  if (state !== 'creating' || startedAt === null) return null;
  const minutes = Math.floor((now.getTime() - Date.parse(startedAt)) / 60_000);
  return minutes < 1 ? null : minutes;
}
