import type { Bucket, TimelineEntry } from '@keepsake/contract/photos/content';
import { standInOf } from '@keepsake/contract/photos/photo-checks';
import { useQuery } from '@tanstack/react-query';
import { longDateTime, money, translated } from '../../shared/texts/format.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { asAgreed } from '../films/as-agreed.ts';
import { EventLack } from '../films/film-lack.tsx';
import { bucketName } from './bucket-name.ts';
import { timelineQuery } from './buckets.api.ts';
import styles from './timeline-dialog.module.css';

/** The history of a bucket: one line per stage, from the upload to the deletion, which expands to its steps. */
export function TimelineDialog({ bucket, onClose }: { bucket: Bucket; onClose: () => void }) {
  const { t } = useTranslation('dashboard');
  const query = useQuery(timelineQuery(bucket.id));
  return (
    <Dialog title={t('timeline.title', { set: bucketName(bucket) })} onClose={onClose}>
      <QueryView query={query}>{(entries) => <Story stages={stagesOf(entries)} />}</QueryView>
    </Dialog>
  );
}

function Story({ stages }: { stages: readonly Stage[] }) {
  const { t } = useTranslation('dashboard');
  return (
    <ol className={styles.stages}>
      {stages.map(({ name, entries, last }) => (
        <li key={name} className={styles.stage}>
          <Time at={last.at} />
          <span>{summary({ name, entries, last }, t)}</span>
          {name !== 'films' && <EventLack event={last} />}
          {entries.length > 1 && (
            <details className={styles.details}>
              <summary>{t('timeline.steps', { count: entries.length })}</summary>
              <ol className={styles.steps}>
                {entries.map((entry, at) => (
                  <li key={`${entry.at} ${at}`}>
                    <Time at={entry.at} />
                    <span>{words(entry, t)}</span>
                    <EventLack event={entry} />
                  </li>
                ))}
              </ol>
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}

function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} className={styles.time}>
      {longDateTime(at)}
    </time>
  );
}

interface Stage {
  name: string;
  /** At least one, oldest first. */
  entries: readonly TimelineEntry[];
  last: TimelineEntry;
}

/** The stages in the order in which they started. @param entries newest first */
function stagesOf(entries: readonly TimelineEntry[]): Stage[] {
  const byStage = Map.groupBy(entries.toReversed(), stageOf);
  return [...byStage].flatMap(([name, own]) => {
    const last = own.at(-1);
    return last === undefined ? [] : [{ name, entries: own, last }];
  });
}

const stageOfKind: Partial<Record<TimelineEntry['kind'], string>> = {
  ordered: 'payment',
  paid: 'payment',
  film_asked: 'films',
  film_failed: 'films',
  film_done: 'films',
  film_replaced: 'films',
  film_as_agreed: 'films',
};

const stageOfMail: Record<string, string> = {
  'order-confirmed': 'payment',
  'payment-failed': 'payment',
  'deletion-reminder': 'reminders',
  'unpaid-reminder': 'reminders',
};

function stageOf({ kind, code }: TimelineEntry): string {
  if (kind === 'mail') return stageOfMail[code ?? ''] ?? `mail ${code}`;
  return stageOfKind[kind] ?? kind;
}

/** One line per stage: its latest result. */
function summary({ name, entries, last }: Stage, t: Translate<'dashboard'>): string {
  if (name === 'films') return filmsSummary(entries, t);
  if (name === 'payment') return words(entries.find(({ kind }) => kind === 'paid') ?? last, t);
  if (name === 'refunded')
    return words({ ...last, amount: entries.reduce((sum, { amount }) => sum + (amount ?? 0), 0) }, t);
  return words(last, t);
}

function filmsSummary(entries: readonly TimelineEntry[], t: Translate<'dashboard'>): string {
  const films = (kinds: readonly TimelineEntry['kind'][]) =>
    new Set(
      entries.filter(({ kind }) => kinds.includes(kind)).map(({ film }) => JSON.stringify({ ...film, attempt: null })),
    ).size;
  const [all, done] = [films(['film_asked', 'film_done', 'film_failed']), films(['film_done'])];
  if (done === all) return t('timeline.films.all', { count: done });
  return done === 0 ? t('timeline.films.begun', { count: all }) : t('timeline.films.some', { done, count: all });
}

function words(entry: TimelineEntry, t: Translate<'dashboard'>): string {
  const { kind, amount, currency, film, code } = entry;
  if (kind === 'mail') return t(`timeline.mail.${mailOf(entry)}`);
  const values = {
    amount: amount === null || currency === null ? '' : money(amount, currency),
    film: film === null ? '' : t('film.numbered', { effect: translated(film.action), number: film.number }),
    photo: film?.photo ?? '',
  };
  const standIn = kind === 'film_as_agreed' ? standInOf(code) : undefined;
  if (standIn) return asAgreed(t('film.ofPhoto', values), standIn);
  if (kind === 'film_asked' && (film?.attempt ?? 1) > 1) return t('timeline.film_asked_again', values);
  return t(`timeline.${kind === 'film_as_agreed' ? 'film_replaced' : kind}`, values);
}

const mails = [
  'order-confirmed',
  'payment-failed',
  'refund-made',
  'refund-failed',
  'films-ready',
  'late-films-ready',
  'deletion-reminder',
  'unpaid-reminder',
] as const;

function mailOf({ code }: TimelineEntry): (typeof mails)[number] | 'other' {
  return mails.find((kind) => kind === code) ?? 'other';
}
