import type { FilmAttempt, OrderFilm, OrderPage, OrderPhoto } from '@keepsake/contract/admin/order-page';
import type { AgreedKind } from '@keepsake/contract/films/lacks';
import { isAgreed, standIns } from '@keepsake/contract/photos/photo-checks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { dateTime, number, translated } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Chip } from '../../ui/chip.tsx';
import type { Tone } from '../../ui/feedback/notice.tsx';
import { useSteadyLinks } from '../../ui/use-steady-links.ts';
import { reasonOf } from '../films/admin/films-tab/failure-reasons.tsx';
import { asAgreed } from '../films/as-agreed.ts';
import { PhotoImage } from '../films/photo-image.tsx';
import { RefundFilm } from '../payment/refunds/refund-film.tsx';
import { refundsQuery } from '../payment/refunds/refunds.api.ts';
import { partlyShown } from '../photo-checks/who-shows.ts';
import styles from './order-photos.module.css';

/** The photos of an order as pictures, each with its films. */
export function OrderPhotos({ order: { id, photos, status, hasMoney } }: { order: OrderPage }) {
  const { t } = useTranslation('admin-order');
  // Polled by the list of refunds further down.
  const { data: refunds } = useQuery({ ...refundsQuery(id), enabled: hasMoney, refetchInterval: false });
  const refundOf = (film: OrderFilm, name: string, headingId: string) => (
    <RefundFilm orderId={id} refunds={refunds} filmId={film.id} name={name} headingId={headingId} />
  );
  if (photos.length === 0) return <p>{t(status === 'deleted' ? 'photos.deleted' : 'photos.none')}</p>;
  return (
    <>
      <p className={styles.note}>{t('photos.logged')}</p>
      <ul className={styles.photos}>
        {photos.map((photo) => (
          <li key={photo.id} className={styles.photo}>
            <Photo photo={photo} refundOf={refundOf} />
          </li>
        ))}
      </ul>
    </>
  );
}

type RefundOf = (film: OrderFilm, name: string, headingId: string) => ReactNode;

function Photo({ photo, refundOf }: { photo: OrderPhoto; refundOf: RefundOf }) {
  const { originalName, photoUrl, width, height, chosen, films } = photo;
  const { t } = useTranslation('admin-order');
  return (
    <>
      <div className={styles.picture} style={{ aspectRatio: `${width} / ${height}` }}>
        <PhotoImage
          url={photoUrl}
          alt={t('dashboard:photo.alt', { name: originalName })}
          sizes="220px"
          width={width}
          height={height}
        />
      </div>
      <div className={styles.about}>
        <p className={styles.name}>{originalName}</p>
        {films.length === 0 && <p>{t('photos.chosen', { count: chosen })}</p>}
        <ul className={styles.films}>
          {films.map((film) => (
            <li key={film.id} className={styles.film}>
              <Film film={film} photo={originalName} refundOf={refundOf} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

const toneOfState: Record<OrderFilm['state'], Tone> = {
  queued: 'neutral',
  creating: 'neutral',
  retry_pending: 'warn',
  done: 'ok',
  failed: 'bad',
};

/** What a film shows as agreed, or will show; undefined if it shows its effect after all, or something else than was agreed to. */
function agreedPart({ state, agreedAs, report }: OrderFilm): AgreedKind | undefined {
  if (state !== 'done') return agreedAs;
  const shown = report?.lack ? standIns[report.lack] : undefined;
  return shown && isAgreed(shown, agreedAs) ? shown : undefined;
}

function Film({ film, photo, refundOf }: { film: OrderFilm; photo: string; refundOf: RefundOf }) {
  const { t } = useTranslation('admin-order');
  const { t: ofVideos } = useTranslation('admin-videos');
  const { state, action, number: count, granted, refunded, failureCode, report, attempts, mayBeChargedTwice } = film;
  const name = t('dashboard:film.numbered', { effect: translated(action), number: count });
  const headingId = `film-${film.id}`;
  const agreed = agreedPart(film);
  const partly = film.film?.shows?.partly;
  return (
    <>
      <div className={styles.filmHead}>
        <strong id={headingId} tabIndex={-1}>
          {name}
        </strong>
        <Chip tone={toneOfState[state]}>{t(`film.${state}`)}</Chip>
        {granted && <Chip icon={null}>{t('film.granted')}</Chip>}
        {refunded && <Chip icon={null}>{t('film.refunded')}</Chip>}
        {refundOf(film, t('dashboard:film.ofPhoto', { film: name, photo }), headingId)}
      </div>
      {state === 'failed' && <p>{reasonOf(ofVideos, failureCode)}</p>}
      {state === 'failed' && refunded && <p>{t('film.notAgain')}</p>}
      {mayBeChargedTwice && <p className={styles.warning}>{t('admin-videos:failed.mayBeChargedTwice')}</p>}
      {agreed && <p className={styles.note}>{asAgreed(translated(action), agreed)}</p>}
      {partly && <p className={styles.note}>{partlyShown(translated(action), partly)}</p>}
      {film.film?.isOwed && <p className={styles.warning}>{reasonOf(ofVideos, 'effect_replaced')}</p>}
      {film.film && <Player film={film.film} label={t('film.of', { film: name, photo })} />}
      {film.film && (
        <p className={styles.note}>
          {report === null
            ? t('film.noReport')
            : t('film.report', {
                shows: t(report.lack === null ? 'admin:reports.applied' : `admin:reports.lack.${report.lack}`),
                faces: number(report.faces),
                seconds: number(report.renderMs / 1000, { maximumFractionDigits: 1 }),
              })}
        </p>
      )}
      {attempts.length > 0 && (
        <details>
          <summary className={styles.summary}>{t('attempts.title', { count: attempts.length })}</summary>
          <ol className={styles.attempts}>
            {attempts.map((attempt) => (
              <li key={attempt.number}>
                <Attempt attempt={attempt} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

/** A small player that loads nothing before it is started. */
function Player({ film, label }: { film: NonNullable<OrderFilm['film']>; label: string }) {
  const { t } = useTranslation('admin-order');
  const [failed, setFailed] = useState(false);
  const { url, posterUrl, ...handlers } = useSteadyLinks(film.id, film, () => setFailed(true));
  if (failed) return <p className={styles.warning}>{t('film.notLoaded')}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- films are silent; the label tells what they show
    <video
      src={url}
      poster={posterUrl ?? undefined}
      aria-label={label}
      controls
      playsInline
      loop
      preload="none"
      width={film.metadata.width ?? undefined}
      height={film.metadata.height ?? undefined}
      className={styles.video}
      {...handlers}
    />
  );
}

function Attempt({ attempt }: { attempt: FilmAttempt }) {
  const { t } = useTranslation('admin-order');
  const { state, provider, sentAt, endedAt, failureReason, generation } = attempt;
  return (
    <>
      <p>{t(`attempts.${state}`, { provider })}</p>
      <p className={styles.note}>
        {sentAt === null ? t('attempts.notSent') : t('attempts.sent', { at: dateTime(sentAt) })}
      </p>
      {endedAt !== null && <p className={styles.note}>{t('attempts.ended', { at: dateTime(endedAt) })}</p>}
      {failureReason !== null && <p className={styles.raw}>{failureReason}</p>}
      {generation !== null && <p className={styles.raw}>{generation}</p>}
    </>
  );
}
