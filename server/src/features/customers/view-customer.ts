import type {
  CustomerInvoice,
  CustomerOrder,
  CustomerPage,
  CustomerPayment,
} from '@keepsake/contract/admin/customer-page';
import { toMajor } from '@keepsake/contract/orders/money';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Actor } from '../../platform/http/api.ts';
import { sessionLife } from '../accounts/sessions/authenticate.ts';
import { liveSessions } from '../accounts/sessions/session.queries.ts';
import { findUser } from '../accounts/user.queries.ts';
import { latestDataExport } from '../data-exports/data-export.queries.ts';
import { listMails } from '../orders/page/order-page.queries.ts';
import { viewMail } from '../orders/page/view-order-page.ts';
import { inMajor } from '../payment/ledger/view-ledger.ts';
import { invoicePath } from '../photos/files/media-links.ts';
import {
  invoicesOfCustomer,
  ordersOfCustomer,
  paymentsOfCustomer,
  type CustomerOrderRow,
  type CustomerPaymentRow,
} from './customer-page.queries.ts';

/** Rows of each list. */
const maxRows = 50;
const maxSessions = 20;

/** An account with everything that an administrator needs to answer its owner's questions. @throws AppError not_found */
export async function viewCustomer(deps: Deps, actor: Actor, userId: string): Promise<CustomerPage> {
  const { db } = deps;
  const user = await findUser(db, userId);
  if (!user) throw new AppError('not_found');
  const { sessionHash } = actor;
  const sessions = await liveSessions(db, { userId, sessionHash }, sessionLife[user.role], maxSessions);
  const dataExport = await latestDataExport(db, userId);
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    role: user.role,
    language: user.defaultLanguage,
    newsletterConsent: user.newsletterConsent,
    createdAt: user.createdAt.toISOString(),
    lastLogin: user.lastLoginAt?.toISOString() ?? null,
    verifiedAt: user.emailVerifiedAt?.toISOString() ?? null,
    hasPassword: user.passwordHash !== null,
    totp: user.totpSince !== null,
    disabledAt: user.disabledAt?.toISOString() ?? null,
    sessions: sessions.map(({ id, device, createdAt, lastUsedAt }) => ({
      id,
      device,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    })),
    orders: newest(await ordersOfCustomer(db, userId, maxRows + 1), viewOrder),
    payments: newest(await paymentsOfCustomer(db, userId, maxRows + 1), viewPayment),
    invoices: newest(await invoicesOfCustomer(db, userId, maxRows + 1), (row) => viewInvoice(deps, row)),
    mails: newest(await listMails(db, { column: 'userId', id: userId }, maxRows + 1), viewMail),
    dataExport: dataExport ? { state: dataExport.state, requestedAt: dataExport.requestedAt.toISOString() } : null,
  };
}

function newest<Row, View>(rows: Row[], view: (row: Row) => View): { data: View[]; more: boolean } {
  return { data: rows.slice(0, maxRows).map(view), more: rows.length > maxRows };
}

function viewOrder({ createdAt, paidAt, amount, currency, ...row }: CustomerOrderRow): CustomerOrder {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    amount: amount === null ? null : inMajor(amount, currency),
    currency,
  };
}

function viewPayment(row: CustomerPaymentRow): CustomerPayment {
  const { paymentIntent, bucketId, at, charged, refunded, currency, fulfilled } = row;
  return {
    payment: paymentIntent,
    fulfilled,
    currency,
    order: bucketId,
    at: at.toISOString(),
    charged: inMajor(charged, currency),
    refunded: inMajor(refunded, currency),
  };
}

type InvoiceRow = Awaited<ReturnType<typeof invoicesOfCustomer>>[number];

function viewInvoice({ links }: Deps, { bucketId, updatedAt, amount, ...row }: InvoiceRow): CustomerInvoice {
  return {
    ...row,
    order: bucketId,
    amount: amount === null ? null : toMajor(amount, row.currency),
    changedAt: updatedAt.toISOString(),
    pdfUrl: row.state === 'issued' ? links.sign(invoicePath(row.id), 'download') : null,
  };
}
