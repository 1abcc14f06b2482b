import type { AdminMail, HistoryEntry, OrderFilm, OrderInvoice, OrderPage } from '@keepsake/contract/admin/order-page';
import { toMajor } from '@keepsake/contract/orders/money';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { Queryable } from '../../../platform/database/db.ts';
import { findUser, type UserRow } from '../../accounts/user.queries.ts';
import { readFilmReport } from '../../films/film-report.ts';
import { toProcessedContents, toVersions } from '../../gallery/film-view.ts';
import { filmsOfPhotos, type FilmRow } from '../../gallery/film-view.queries.ts';
import { type HistoryRow, historyOfBucket } from '../../gallery/timeline.queries.ts';
import { invoiceOfBucket } from '../../invoice/invoice.queries.ts';
import { viewIssue } from '../../invoice/view-issue.ts';
import { repeatableMails } from '../../journal/mail-kinds.ts';
import { photoUrl } from '../../photos/files/media-links.ts';
import { photosOfBuckets, type PhotoRow } from '../../photos/photo.queries.ts';
import {
  attemptsOfOrder,
  detailsOfFilms,
  headOfOrder,
  invoiceStateOfOrder,
  listMails,
  revisionOf,
  type FilmDetails,
  type ListedMail,
  type OrderHead,
} from './order-page.queries.ts';

const maxMails = 100;

/** A bucket with everything that an administrator needs to answer its customer's questions. @throws AppError not_found */
export async function viewOrderPage(deps: Deps, bucketId: string): Promise<OrderPage> {
  const { db } = deps;
  const head = await headOfOrder(db, bucketId);
  if (!head) throw new AppError('not_found');
  const customer = head.userId === null ? undefined : await findUser(db, head.userId);
  const mails = await listMails(db, { column: 'bucketId', id: bucketId }, maxMails);
  return {
    id: head.id,
    name: head.name,
    status: head.status ?? 'deleted',
    createdAt: head.createdAt?.toISOString() ?? null,
    paidAt: head.paidAt?.toISOString() ?? null,
    deletionDate: head.deletionDate?.toISOString() ?? null,
    deletion: viewDeletion(head),
    customer: customer ? viewCustomer(customer) : null,
    photos: await viewPhotos(deps, bucketId),
    invoice: await viewInvoice(deps, head),
    mails: mails.map(viewMail),
    hasMoney: head.status !== null || head.hasCheckout,
  };
}

function viewDeletion({ deletedAt, deletedBecause, deletedPhotos, deletedFilms }: OrderHead): OrderPage['deletion'] {
  if (deletedAt === null || deletedBecause === null) return null;
  return { at: deletedAt.toISOString(), reason: deletedBecause, photos: deletedPhotos ?? 0, films: deletedFilms ?? 0 };
}

function viewCustomer({ id, name, email, defaultLanguage, emailVerifiedAt, disabledAt }: UserRow) {
  return {
    id,
    name,
    email,
    language: defaultLanguage,
    verified: emailVerifiedAt !== null,
    disabled: disabledAt !== null,
  };
}

async function viewPhotos({ db, links }: Deps, bucketId: string): Promise<OrderPage['photos']> {
  const photos = await photosOfBuckets(db, [bucketId]);
  if (photos.length === 0) return [];
  const ids = photos.map(({ id }) => id);
  const films = Map.groupBy(await filmsOfPhotos(db, ids), ({ photoId }) => photoId);
  const details = new Map((await detailsOfFilms(db, bucketId)).map((film) => [film.id, film]));
  const attempts = Map.groupBy(await attemptsOfOrder(db, bucketId), ({ filmId }) => filmId);
  const viewFilm = (row: FilmRow): OrderFilm[] =>
    toVersions([row]).map((version) => ({
      ...version,
      ...detailsOf(details.get(row.id)),
      film: toProcessedContents(links, [row])[0] ?? null,
      report: reportOf(row),
      attempts: (attempts.get(row.id) ?? []).map(({ filmId: _filmId, sentAt, endedAt, ...attempt }) => ({
        ...attempt,
        sentAt: sentAt?.toISOString() ?? null,
        endedAt: endedAt?.toISOString() ?? null,
      })),
    }));
  return photos.map(({ id, originalName, filename, width, height, actions }: PhotoRow) => {
    const own = films.get(id) ?? [];
    const chosen = own.length > 0 ? own.length : actions.reduce((sum, { variety }) => sum + variety, 0);
    const url = photoUrl(links, filename);
    return { id, originalName, photoUrl: url, width, height, chosen, films: own.flatMap(viewFilm) };
  });
}

/** Defaults for a film that was created after the details were read. */
function detailsOf(details: FilmDetails | undefined) {
  const { failureReason = null, mayBeChargedTwice = false, refunded = false, granted = false } = details ?? {};
  return { failureReason, mayBeChargedTwice, refunded, granted };
}

function reportOf({ report }: FilmRow): OrderFilm['report'] {
  const read = readFilmReport(report);
  return read ? { lack: read.lack, faces: read.faces, renderMs: read.renderMs } : null;
}

async function viewInvoice(deps: Deps, { id, status }: OrderHead): Promise<OrderInvoice | null> {
  const invoice = await invoiceOfBucket(deps.db, id);
  const state = await invoiceStateOfOrder(deps.db, id);
  if (!invoice || !state) return null;
  const issue = await viewIssue(deps, invoice.id);
  return {
    invoice,
    amount: state.amount === null ? null : toMajor(state.amount, invoice.currency),
    issue,
    failure: state.failure,
    correctable: status === 'pending' || issue?.correctable === true,
    revision: revisionOf(state),
  };
}

export function viewMail({ bucketId, createdAt, sentAt, ...mail }: ListedMail): AdminMail {
  const repeatable = repeatableMails.has(mail.kind) && mail.state !== 'queued';
  return {
    ...mail,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    repeatable,
    order: bucketId,
  };
}

/** A page of the history of a bucket. @throws AppError not_found */
export async function viewHistory(
  db: Queryable,
  bucketId: string,
  page: { page: number; limit: number },
): Promise<{ entries: HistoryEntry[]; total: number }> {
  if (!(await headOfOrder(db, bucketId))) throw new AppError('not_found');
  const rows = await historyOfBucket(db, bucketId, page);
  return { entries: rows.map(viewEntry), total: rows[0]?.total ?? 0 };
}

function viewEntry({
  at,
  amount,
  currency,
  photo,
  action,
  number,
  attempt,
  total: _total,
  ...row
}: HistoryRow): HistoryEntry {
  return {
    ...row,
    at: at.toISOString(),
    photo,
    amount: amount !== null && currency !== null ? toMajor(amount, currency) : null,
    currency,
    film: photo !== null && action !== null && number !== null ? { photo, action, number, attempt } : null,
  };
}
