import { chooseAccountMailJob } from './features/accounts/choose-account-mail.job.ts';
import { sweepAccountsJob, sweepAccountsSchedule } from './features/accounts/sweep-accounts.job.ts';
import { retentionSchedule, sweepRetentionJob } from './features/deletion/sweep-retention.job.ts';
import { removeRefundedFilmsJob } from './features/deletion/remove-refunded-films.job.ts';
import { removeFilesJob, removeFilesSchedule } from './features/photos/files/remove-files.job.ts';
import { makeDataExportJob } from './features/data-exports/make-data-export.job.ts';
import { sweepDataExportsJob, sweepDataExportsSchedule } from './features/data-exports/sweep-data-exports.job.ts';
import { issueInvoiceJob } from './features/invoice/issue-invoice.job.ts';
import { sweepInvoicesJob, sweepInvoicesSchedule } from './features/invoice/sweep-invoices.job.ts';
import { rollUpFiguresJob, rollUpFiguresSchedule } from './features/monitoring/figures/roll-up-figures.job.ts';
import { sweepHistoryJob, sweepHistorySchedule } from './features/monitoring/sweep-history.job.ts';
import { sendMailJob } from './features/notifications/send-mail.job.ts';
import { sweepMailsJob, sweepMailsSchedule } from './features/notifications/sweep-mails.job.ts';
import { checkPhotoJob } from './features/photos/checks/check-photo.job.ts';
import { compareLedgerJob, compareLedgerSchedule } from './features/payment/ledger/compare-ledger.job.ts';
import { makeRefundJob } from './features/payment/refunds/make-refund.job.ts';
import { settleSessionJob } from './features/payment/settle-session.job.ts';
import { sweepPaymentsJob, sweepPaymentsSchedule } from './features/payment/sweep-payments.job.ts';
import { deleteGenerationsJob } from './features/films/generations/delete-generations.job.ts';
import { fillSlotsJob } from './features/films/attempts/fill-slots.job.ts';
import { generateFilmJob } from './features/films/attempts/generate-film.job.ts';
import { makeTestFilmJob } from './features/films/config/make-test-film.job.ts';
import { removeGenerationsJob } from './features/films/generations/remove-generations.job.ts';
import { sweepFilmsJob, sweepFilmsSchedule } from './features/films/sweep-films.job.ts';
import type { Job, Schedule } from './job.ts';

/** Every job of the product. */
export const jobs: readonly Job[] = [
  removeFilesJob,
  checkPhotoJob,
  chooseAccountMailJob,
  sendMailJob,
  sweepMailsJob,
  sweepAccountsJob,
  settleSessionJob,
  sweepPaymentsJob,
  compareLedgerJob,
  makeRefundJob,
  removeRefundedFilmsJob,
  issueInvoiceJob,
  sweepInvoicesJob,
  fillSlotsJob,
  generateFilmJob,
  makeTestFilmJob,
  removeGenerationsJob,
  deleteGenerationsJob,
  sweepFilmsJob,
  sweepRetentionJob,
  makeDataExportJob,
  sweepDataExportsJob,
  rollUpFiguresJob,
  sweepHistoryJob,
];

/** Jobs that the scheduler enqueues at their interval. */
export const schedules: readonly Schedule[] = [
  removeFilesSchedule,
  sweepAccountsSchedule,
  sweepPaymentsSchedule,
  compareLedgerSchedule,
  sweepMailsSchedule,
  sweepInvoicesSchedule,
  sweepFilmsSchedule,
  retentionSchedule,
  sweepDataExportsSchedule,
  rollUpFiguresSchedule,
  sweepHistorySchedule,
];
