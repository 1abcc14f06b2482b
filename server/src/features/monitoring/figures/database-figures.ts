import type { Db } from '../../../platform/database/db.ts';
import type { Log } from '../../../platform/log.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import {
  attemptFigures,
  jobFigures,
  mailFigures,
  openFilmFigures,
  orderFigures,
  scheduleFigures,
} from './figure.queries.ts';

/** The figures are counted at most once in this time, however often they are requested. */
const freshMs = 10_000;

/**
 * Figures counted from the database, so that every process reports the same values. Counted at most every ten seconds, one statement after the other
 * on one connection of the pool, with partial indexes on the open rows.
 * @returns a function that refreshes them
 */
export function createDatabaseFigures({
  db,
  log,
  metrics,
}: {
  db: Db;
  log: Log;
  metrics: Metrics;
}): () => Promise<void> {
  const reachable = metrics.figure('keepsake_database_up', 'Whether the figures of the database could be counted');
  const parts = [
    jobPart(metrics),
    filmPart(metrics),
    attemptPart(metrics),
    orderPart(metrics),
    mailPart(metrics),
    schedulePart(metrics),
  ];
  const count = async () => {
    try {
      for (const part of parts) await part(db);
      reachable([{ value: 1 }]);
    } catch (error) {
      log.warn({ err: error }, 'the figures could not be counted');
      reachable([{ value: 0 }]);
    }
  };
  let counted: { at: number; done: Promise<void> } | undefined;
  return () => {
    if (!counted || performance.now() - counted.at > freshMs) counted = { at: performance.now(), done: count() };
    return counted.done;
  };
}

type Part = (db: Db) => Promise<void>;

function jobPart(metrics: Metrics): Part {
  const jobs = metrics.figure('keepsake_jobs', 'Jobs in the queue by job and state', ['job', 'state']);
  const wait = metrics.figure('keepsake_job_wait_seconds', 'How long the oldest ready job has been waiting', ['job']);
  return async (db) => {
    const rows = await jobFigures(db);
    jobs(
      rows.flatMap(({ job, ready, delayed, running, failed }) =>
        Object.entries({ ready, delayed, running, failed }).map(([state, value]) => ({
          labels: { job, state },
          value,
        })),
      ),
    );
    wait(rows.map(({ job, waitSeconds }) => ({ labels: { job }, value: waitSeconds })));
  };
}

function filmPart(metrics: Metrics): Part {
  const films = metrics.figure('keepsake_films', 'Paid films that are neither delivered nor refunded, by state', [
    'state',
  ]);
  const oldest = metrics.figure(
    'keepsake_oldest_undelivered_film_seconds',
    'Age of the oldest paid film that is still to be made; 0 where there is none',
  );
  return async (db) => {
    const rows = await openFilmFigures(db);
    films(rows.map(({ state, count }) => ({ labels: { state }, value: count })));
    oldest([{ value: Math.max(0, ...rows.map(({ seconds }) => seconds)) }]);
  };
}

function attemptPart(metrics: Metrics): Part {
  const attempts = metrics.figure('keepsake_attempts', 'Attempts at video providers that have not ended, by state', [
    'state',
  ]);
  const pauses = metrics.figure('keepsake_provider_pause_seconds', 'For how much longer a video provider is paused', [
    'provider',
  ]);
  return async (db) => {
    const figures = await attemptFigures(db);
    attempts(figures.attempts.map(({ state, count }) => ({ labels: { state }, value: count })));
    pauses(figures.pauses.map(({ state, seconds }) => ({ labels: { provider: state }, value: seconds })));
  };
}

function orderPart(metrics: Metrics): Part {
  const checkouts = metrics.figure('keepsake_checkouts', 'Payment pages being requested and open', ['state']);
  const unfulfilled = metrics.figure('keepsake_payments_unfulfilled', 'Payments that an administrator must handle');
  const paid = metrics.figure('keepsake_orders_paid_last_hour', 'Orders that were paid within the last hour');
  const films = metrics.figure('keepsake_films_done_last_hour', 'Films that were finished within the last hour');
  return async (db) => {
    const figures = await orderFigures(db);
    checkouts([
      { labels: { state: 'creating' }, value: figures.creating },
      { labels: { state: 'open' }, value: figures.open },
    ]);
    unfulfilled([{ value: figures.unfulfilled }]);
    paid([{ value: figures.paidLastHour }]);
    films([{ value: figures.filmsLastHour }]);
  };
}

function mailPart(metrics: Metrics): Part {
  const mails = metrics.figure('keepsake_mails', 'Mails that wait to be sent, and mails that failed permanently', [
    'state',
  ]);
  const oldest = metrics.figure('keepsake_oldest_mail_seconds', 'Age of the oldest mail that waits to be sent');
  return async (db) => {
    const rows = await mailFigures(db);
    mails(rows.map(({ state, count }) => ({ labels: { state }, value: count })));
    oldest([{ value: Math.max(0, ...rows.map(({ seconds }) => seconds)) }]);
  };
}

function schedulePart(metrics: Metrics): Part {
  const successes = metrics.figure(
    'keepsake_schedule_last_success_timestamp_seconds',
    'When a scheduled job last ended without an error, in whichever process',
    ['job'],
  );
  return async (db) => {
    const rows = await scheduleFigures(db);
    successes(rows.map(({ job, succeededAt }) => ({ labels: { job }, value: succeededAt })));
  };
}
