import type { Prompt } from '@keepsake/contract/films/prompts';
import type { AgreedKind } from '@keepsake/contract/films/lacks';
import { failureCodes } from '@keepsake/contract/films/videos';
import { Check, CircleAlert, Clock, Play, RotateCw } from 'lucide-react';
import { clsx } from 'clsx';
import { useNow } from '../../shared/clock.ts';
import { widthInFrame } from '../../shared/photos/photo-source.ts';
import { site } from '../../shared/site.ts';
import { translated } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Spinner } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { Tone } from '../../ui/feedback/notice.tsx';
import { Text, VisuallyHidden } from '../../ui/text.tsx';
import { PhotoImage } from './photo-image.tsx';
import { asAgreed } from './as-agreed.ts';
import { FilmLack } from './film-lack.tsx';
import styles from './film-list.module.css';
import { filmName } from './film-name.ts';
import { partlyShown } from '../photo-checks/who-shows.ts';
import type { Photo } from '../photos/photos.api.ts';
import type { FinishedFilm, OrderedFilm } from './films.api.ts';

const looks = {
  queued: { tone: 'neutral', icon: <Clock size={16} aria-hidden="true" /> },
  creating: { tone: 'warn', icon: <Spinner /> },
  done: { tone: 'ok', icon: <Check size={16} aria-hidden="true" /> },
  failed: { tone: 'bad', icon: <CircleAlert size={16} aria-hidden="true" /> },
  retry_pending: { tone: 'warn', icon: <RotateCw size={16} aria-hidden="true" /> },
} satisfies Record<OrderedFilm['state'], { tone: Tone; icon: React.ReactNode }>;

type FilmLack = NonNullable<FinishedFilm['shows']>['lack'];

interface FilmListProps {
  photo: Photo;
  prompts: readonly Prompt[];
  /** Width / height of the frame of a picture. */
  frameRatio: number;
  onOpen: (filmId: string) => void;
}

/**
 * A picture for each film: a finished one is a button that plays it, with its icon below the picture, never on a face; the others show their state.
 */
export function FilmList({ photo, prompts, frameRatio, onOpen }: FilmListProps) {
  const { t } = useTranslation('dashboard');
  const failed = photo.versions.filter(({ state }) => state === 'failed');
  if (photo.versions.length === 0) return null;
  return (
    <>
      <ul className={styles.films} aria-label={t('film.list', { photo: photo.originalName })}>
        {photo.versions.map((ordered, index) => {
          const name = filmName(ordered, photo, prompts);
          const film = finishedFilm(ordered, photo);
          const lack = explainedLack(photo, index);
          const promise = agreedPromise(photo, index);
          const effect = translated(ordered.action);
          const partly = toldPart(photo, index);
          return (
            <li key={ordered.id} className={styles.item}>
              {film === undefined ? (
                <div className={styles.film} data-waits>
                  <FilmPicture photo={photo} film={undefined} frameRatio={frameRatio} />
                  <span className={styles.label}>
                    <span className={styles.texts}>
                      <span className={styles.name}>{name}</span>
                      <StageChip ordered={ordered} />
                    </span>
                  </span>
                </div>
              ) : (
                <button type="button" className={clsx(styles.film, styles.watch)} onClick={() => onOpen(film.id)}>
                  <FilmPicture photo={photo} film={film} frameRatio={frameRatio} />
                  <span className={styles.label}>
                    <span className={styles.play}>
                      <Play size={18} fill="currentColor" aria-hidden="true" />
                    </span>
                    <span className={styles.texts}>
                      <span className={styles.name}>{name}</span>
                      <span className={styles.hint}>{t('film.watch')}</span>
                    </span>
                  </span>
                  <VisuallyHidden>{t('film.madeFrom', { photo: photo.originalName })}</VisuallyHidden>
                </button>
              )}
              {partly && <p className={styles.note}>{partly}</p>}
              {promise && <p className={styles.note}>{asAgreed(effect, promise)}</p>}
              {lack && (
                <FilmLack
                  name={effect}
                  lack={lack}
                  isAgreed={film?.isAgreed}
                  isOwed={film?.isOwed}
                  className={styles.note}
                />
              )}
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

/** The poster of a film, or its photo until there is one. Decorative, because its button or its state has a name. */
function FilmPicture({
  photo,
  film,
  frameRatio,
}: {
  photo: Photo;
  film: FinishedFilm | undefined;
  frameRatio: number;
}) {
  const { width, height } = film?.metadata ?? photo;
  return (
    <span className={styles.frame}>
      <PhotoImage
        // A film that has just finished has a different picture.
        key={film?.id}
        url={film?.posterUrl ?? photo.photoUrl}
        alt=""
        sizes={`${11 * widthInFrame(photo, frameRatio)}rem`}
        width={width ?? photo.width}
        height={height ?? photo.height}
        focus={photo.focus}
        frameRatio={frameRatio}
      />
    </span>
  );
}

function finishedFilm(ordered: OrderedFilm, { ProcessedContents }: Photo): FinishedFilm | undefined {
  const isSame = ({ promptId, number }: FinishedFilm) => promptId === ordered.promptId && number === ordered.number;
  return ProcessedContents.find(({ id }) => id === ordered.id) ?? ProcessedContents.find(isSame);
}

/** Why a film does not show the chosen effect; given only for the last of several films of the same effect of which the same is true. */
function explainedLack(photo: Photo, index: number): FilmLack {
  const [film, next] = photo.versions.slice(index, index + 2).map((ordered) => finishedFilm(ordered, photo));
  const lack = film?.shows?.lack;
  if (!lack) return null;
  const isTold =
    next?.promptId === film.promptId &&
    next.shows?.lack === lack &&
    next.isAgreed === film.isAgreed &&
    next.isOwed === film.isOwed;
  return isTold ? null : lack;
}

/** How many show a film that not everybody in the photo shows; given only for the last of several films of which the same is true. */
function toldPart(photo: Photo, index: number): string | undefined {
  const [told, next] = photo.versions.slice(index, index + 2).map((ordered) => {
    const partly = finishedFilm(ordered, photo)?.shows?.partly;
    return partly && partlyShown(translated(ordered.action), partly);
  });
  return told === next ? undefined : told;
}

/**
 * What a film that is being made will show instead of its effect, as agreed; given only for the last of several films of the same effect of which the
 * same is true.
 */
function agreedPromise(photo: Photo, index: number): AgreedKind | undefined {
  const films = photo.versions.slice(index, index + 2);
  const [promise, nextPromise] = films.map((ordered) =>
    ordered.state === 'failed' || finishedFilm(ordered, photo) ? undefined : ordered.agreedAs,
  );
  return promise === nextPromise && films[0]?.promptId === films[1]?.promptId ? undefined : promise;
}

/** The group of explanations for a failure: moderation, unreadable photo, a film that may still arrive, or an error on our side. */
function reasonOf({ failureCode }: OrderedFilm): 'moderation' | 'photo_unreadable' | 'late' | 'ours' {
  const known = failureCodes.find((code) => code === failureCode);
  if (known === 'timed_out') return 'late';
  return known === 'moderation' || known === 'photo_unreadable' ? known : 'ours';
}

/** The state of a film and for how long it has been in production; no estimated percentage. */
function StageChip({ ordered }: { ordered: OrderedFilm }) {
  const { t } = useTranslation('dashboard');
  const minutes = minutesSince(ordered, useNow());
  const { tone, icon } = looks[ordered.state];
  return (
    <Chip tone={tone} icon={icon}>
      {minutes === null ? t(`stage.${ordered.state}`) : t('stage.creatingFor', { count: minutes })}
    </Chip>
  );
}

/** Whole minutes in production; null within the first minute. */
function minutesSince({ state, startedAt }: OrderedFilm, now: Date): number | null {
  if (state !== 'creating' || startedAt === null) return null;
  const minutes = Math.floor((now.getTime() - Date.parse(startedAt)) / 60_000);
  return minutes < 1 ? null : minutes;
}
