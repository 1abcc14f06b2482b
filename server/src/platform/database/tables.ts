// Written by `npm run tables` from the migrated database. Not for changing by hand.
import type { Generated, GeneratedAlways } from 'kysely';
import type { Json, Text } from './json.ts';

export interface AccountTokensTable {
  tokenHash: Buffer;
  userId: string;
  kind: 'verify' | 'reset';
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
}

export interface AttemptsTable {
  id: string;
  filmId: string;
  number: number;
  token: string;
  provider: string;
  providerUrl: string;
  state: 'submitting' | 'unknown' | 'submitted' | 'overdue' | 'succeeded' | 'failed' | 'abandoned';
  request: Json<'attempts.request', never, never>;
  providerGenerationId: string | null;
  intentAt: Generated<Date>;
  sentAt: Date | null;
  sendableUntil: Date | null;
  submittedAt: Date | null;
  leaseNo: Generated<number>;
  leaseUntil: Date | null;
  missingListings: Generated<number>;
  filmMissingSince: Date | null;
  consecutiveFailures: Generated<number>;
  failureCode: string | null;
  failureReason: string | null;
  endedAt: Date | null;
  copyRemovedAt: Date | null;
}

export interface AuditActorsTable {
  id: string;
  name: string | null;
  email: string | null;
  accountDeletedAt: Date | null;
}

export interface AuditLogTable {
  id: GeneratedAlways<number>;
  at: Date;
  actorId: string;
  action: string;
  subject: string | null;
  before: Json<'audit_log.before', null, undefined>;
  after: Json<'audit_log.after', null, undefined>;
}

export interface BucketTombstonesTable {
  bucketId: string;
  createdAt: Date;
  paidAt: Date | null;
  deletedAt: Date;
  reason: 'customer' | 'account' | 'retention';
  photos: number;
  films: number;
  amount: number;
  currency: string;
}

export interface BucketsTable {
  id: string;
  userId: string;
  clientKey: string | null;
  status: Generated<'pending' | 'paid' | 'archived'>;
  revision: Generated<number>;
  createdAt: Date;
  updatedAt: Date;
  paidAt: Date | null;
  deletionDate: Date;
  readyMailAt: Date | null;
  name: string | null;
  archivedAt: Date | null;
  unarchivedAt: Date | null;
}

export interface CancelledUploadsTable {
  userId: string;
  uploadId: string;
  cancelledAt: Date;
}

export interface CheckoutsTable {
  id: string;
  bucketId: string;
  userId: string | null;
  revision: number;
  price: Json<'checkouts.price', never, never>;
  amount: number;
  currency: 'USD' | 'EUR' | 'GBP' | 'HUF';
  photos: number;
  films: number;
  request: Json<'checkouts.request', null, undefined>;
  idempotencyKey: string;
  sessionId: string | null;
  url: string | null;
  state: 'creating' | 'open' | 'complete' | 'expired' | 'failed';
  paymentIntent: string | null;
  doubt: string | null;
  createdAt: Date;
  expiresAt: Date;
  askedAt: Date | null;
  processingAt: Date | null;
  completedAt: Date | null;
  fulfilledAt: Date | null;
  unfulfilledReason: string | null;
}

export interface ConsentsTable {
  id: string;
  bucketId: string;
  userId: string | null;
  kind: 'guidelines' | 'final_sale';
  textVersion: string;
  language: string;
  givenAt: Date;
}

export interface CreditsTable {
  id: string;
  kind: 'refund' | 'films';
  bucketId: string;
  paymentIntent: string | null;
  providerRef: string | null;
  amount: Generated<number>;
  currency: string | null;
  films: Generated<number>;
  effect: Json<'credits.effect', null, undefined>;
  note: string;
  recordedBy: string;
  recordedAt: Date;
}

export interface DataExportsTable {
  id: string;
  userId: string;
  state: Generated<'waiting' | 'ready' | 'failed'>;
  requestedAt: Date;
  expiresAt: Date | null;
  storageKey: string | null;
  sha256: Buffer | null;
  bytes: number | null;
}

export interface DuplicateGenerationsTable {
  provider: string;
  providerGenerationId: string;
  attemptId: string;
  foundAt: Date;
}

export interface ErrorLogsTable {
  id: string;
  createdAt: Date;
  moduleName: string;
  errorMessage: string;
  photoId: string | null;
}

export interface FigureChangesTable {
  id: GeneratedAlways<number>;
  kind: string;
  day: string;
  currency: Generated<string>;
  count: number;
  amount: Generated<number>;
  photos: Generated<number>;
  films: Generated<number>;
}

export interface FigureSumsTable {
  kind: string;
  day: string;
  currency: string;
  count: number;
  amount: number;
  photos: number;
  films: number;
}

export interface FiguresTable {
  kind: string | null;
  day: string | null;
  currency: string | null;
  count: number | null;
  amount: number | null;
  photos: number | null;
  films: number | null;
}

export interface FileRemovalsTable {
  id: GeneratedAlways<number>;
  storageKey: string;
  requestedAt: Generated<Date>;
}

export interface FilmFingerprintsTable {
  sha256: Buffer;
  madeAt: Date;
}

export interface FilmsTable {
  id: string;
  bucketId: string;
  photoId: string;
  promptId: string | null;
  number: number;
  creditId: string | null;
  action: Json<'films.action', never, never>;
  prompt: string;
  effect: string;
  seed: number;
  state: Generated<'queued' | 'creating' | 'done' | 'failed' | 'retry_pending'>;
  failureCode: string | null;
  failureReason: string | null;
  failures: Generated<number>;
  losses: Generated<number>;
  tryAfter: Date | null;
  retryCount: Generated<number>;
  lastRetryAt: Date | null;
  createdAt: Date;
  startedAt: Date | null;
  doneAt: Date | null;
  filmKey: string | null;
  filmSha256: Buffer | null;
  filmBytes: number | null;
  filmWidth: number | null;
  filmHeight: number | null;
  filmDurationMs: number | null;
  posterKey: string | null;
  report: Json<'films.report', null, undefined>;
}

export interface GenerationDeletionsTable {
  id: string;
  provider: string;
  providerUrl: string;
  state: Generated<'running' | 'done' | 'failed'>;
  total: number | null;
  deleted: Generated<number>;
  skipped: Generated<number>;
  reason: string | null;
  requestedBy: string | null;
  createdAt: Date;
  endedAt: Date | null;
}

export interface GenerationRemovalsTable {
  attemptId: string;
  provider: string;
  providerUrl: string;
  providerGenerationId: string | null;
  token: string;
  sendableUntil: Date;
  missingListings: Generated<number>;
  tries: Generated<number>;
  dueAt: Date;
}

export interface InvoiceCounterTable {
  onlyRow: Generated<boolean>;
  year: number;
  last: number;
}

export interface InvoiceRegisterTable {
  reference: string;
  number: string;
  issuedOn: string;
  facts: Json<'invoice_register.facts', never, never>;
  registeredAt: Date;
}

export interface InvoicesTable {
  id: string;
  bucketId: string | null;
  userId: string | null;
  partnerName: string;
  partnerTaxNumber: string | null;
  partnerAddress: string;
  partnerCity: string;
  partnerPostCode: string;
  partnerCountry: string;
  currency: 'USD' | 'EUR' | 'GBP' | 'HUF';
  language: 'en' | 'hu' | 'de' | 'fr' | 'es';
  paymentMethod: Generated<string>;
  fulfillmentDate: string;
  dueDate: string;
  createdAt: Date;
  updatedAt: Date;
  issuedAt: Date | null;
  amount: number | null;
  lines: Json<'invoices.lines', null, undefined>;
  issueState: 'to_issue' | 'issuing' | 'unknown' | 'issued' | 'failed' | null;
  issueStep: Generated<number>;
  issuer: string | null;
  preparation: Json<'invoices.preparation', null, undefined>;
  asks: Generated<number>;
  askedAt: Date | null;
  sendableUntil: Date | null;
  missingLookups: Generated<number>;
  consecutiveFailures: Generated<number>;
  issueFailure: string | null;
  documentId: string | null;
  number: string | null;
  pdfKey: string | null;
  pdfSha256: Buffer | null;
}

export interface IssuerPausesTable {
  issuer: string;
  until: Date;
  reason: string;
  toldAt: Date | null;
}

export interface KnownNetworksTable {
  userId: string;
  networkHash: Buffer;
  lastUsedAt: Date;
}

export interface LedgerChecksTable {
  id: GeneratedAlways<number>;
  checkedAt: Date;
  periodFrom: Date;
  periodTo: Date;
  charges: number;
  refunds: number;
  disputes: Generated<number>;
  differences: number;
}

export interface LedgerDifferencesTable {
  subject: string;
  kind: 'missing_here' | 'missing_there' | 'amount';
  ours: number | null;
  theirs: number | null;
  currency: string | null;
  bucketId: string | null;
  foundAt: Date;
  goneAt: Date | null;
}

export interface MailsTable {
  id: string;
  kind: Text<'mails.kind'>;
  userId: string | null;
  bucketId: string | null;
  dedupeKey: string | null;
  payload: Json<'mails.payload', never, undefined>;
  state: Generated<'queued' | 'sent' | 'failed' | 'dropped'>;
  tries: Generated<number>;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

export interface MigrationsTable {
  name: string;
  appliedAt: Generated<Date>;
}

export interface NotificationConfigsTable {
  id: string;
  key: Text<'notification_configs.key'>;
  name: string;
  description: string;
  isEnabled: Generated<boolean>;
  daysBeforeEvent: number | null;
  revision: Generated<number>;
}

export interface OwedFilmsTable {
  id: string;
  filmId: string | null;
  bucketId: string;
  failureCode: string;
  owedAt: Date;
  settledAt: Date | null;
  settlement: 'delivered' | 'refund' | 'free_versions' | 'photo_deleted' | null;
  settledBy: string | null;
  creditId: string | null;
  note: string | null;
}

export interface PaymentEventsTable {
  id: string;
  type: string;
  receivedAt: Date;
  outcome: string;
}

export interface PaymentLedgerTable {
  id: GeneratedAlways<number>;
  kind:
    | 'charge'
    | 'refund'
    | 'refund_failed'
    | 'refund_total'
    | 'dispute'
    | 'dispute_withdrawn'
    | 'dispute_reinstated'
    | 'dispute_won'
    | 'dispute_lost'
    | 'dispute_closed';
  providerRef: string;
  amount: number;
  currency: string;
  paymentIntent: string | null;
  checkoutId: string | null;
  reason: string | null;
  recordedAt: Date;
}

export interface PaymentNewsCursorTable {
  onlyOne: Generated<boolean>;
  seenUntil: Date;
}

export interface PhotoChecksTable {
  photoId: string;
  findings: Json<'photo_checks.findings', null, undefined>;
  checkedAt: Date;
}

export interface PhotoPromptsTable {
  photoId: string;
  promptId: string;
  variety: number;
  position: number;
  agreedTo: string | null;
}

export interface PhotosTable {
  id: string;
  bucketId: string;
  position: number;
  chosenAt: Date | null;
  uploadId: string | null;
  filename: string;
  originalName: string;
  width: number;
  height: number;
  bytes: number;
  sha256: Buffer;
  sourceSha256: Buffer;
  createdAt: Date;
}

export interface PictogramsTable {
  id: string;
  key: string;
  name: Json<'pictograms.name', never, never>;
  icon: string;
  revision: Generated<number>;
}

export interface PriceListsTable {
  id: GeneratedAlways<number>;
  basePrice: number;
  variantPrice: number;
  currency: 'USD' | 'EUR' | 'GBP' | 'HUF';
  volumeDiscounts: Json<'price_lists.volume_discounts', never, undefined>;
  variantDiscounts: Json<'price_lists.variant_discounts', never, undefined>;
  packageDiscounts: Json<'price_lists.package_discounts', never, undefined>;
  createdAt: Date;
  createdBy: string | null;
}

export interface PromptsTable {
  id: string;
  seedKey: string | null;
  imageTheme: Json<'prompts.image_theme', never, never>;
  action: Json<'prompts.action', never, never>;
  prompt: string;
  suggestions: Generated<string[]>;
  effect: string | null;
  position: Generated<number>;
  revision: Generated<number>;
  createdAt: Date;
  updatedAt: Date;
  withdrawnAt: Date | null;
}

export interface ProviderPausesTable {
  provider: string;
  providerUrl: string;
  until: Date;
  reason: string;
  kind: Generated<'busy' | 'account' | 'photos'>;
  since: Generated<Date>;
  tries: Generated<number>;
  probeAttemptId: string | null;
}

export interface RateLimitsTable {
  key: string;
  points: Generated<number>;
  expire: number | null;
}

export interface RecordedRefundJoinsTable {
  paymentIntent: string | null;
  creditId: string | null;
  providerRef: string | null;
}

export interface RecoveryCodesTable {
  userId: string;
  codeHash: Buffer;
  usedAt: Date | null;
}

export interface RefundedPaymentsTable {
  paymentIntent: string | null;
  currency: string | null;
  amount: number | null;
}

export interface SalesTable {
  bucketId: string;
  checkoutId: string;
  amount: number;
  currency: string;
  photos: number;
  films: number;
  paidAt: Date;
}

export interface ScheduleSuccessesTable {
  job: string;
  succeededAt: Date;
}

export interface SchedulesTable {
  job: string;
  enqueuedAt: Date;
}

export interface SecretKeysTable {
  id: string;
  secret: Buffer;
  createdAt: Generated<Date>;
}

export interface SessionsTable {
  id: Generated<string>;
  tokenHash: Buffer;
  userId: string;
  hasSecondStep: Generated<boolean>;
  device: string | null;
  createdAt: Date;
  lastUsedAt: Date;
}

export interface SharedFilmsTable {
  shareId: string;
  filmId: string;
}

export interface SharesTable {
  id: string;
  bucketId: string;
  tokenHash: Buffer;
  passwordHash: string | null;
  createdAt: Date;
  expiresAt: Date;
}

export interface SigningKeysTable {
  id: string;
  secret: Buffer;
  createdAt: Generated<Date>;
}

export interface TotpSecretsTable {
  userId: string;
  sealed: Buffer;
  lastStep: number | null;
  createdAt: Date;
}

export interface UserActivityTable {
  day: string;
  userId: string;
}

export interface UsersTable {
  id: string;
  name: string;
  email: string;
  emailVerifiedAt: Date | null;
  role: Generated<'User' | 'Admin'>;
  passwordHash: string | null;
  registrationKey: Buffer | null;
  totpSince: Date | null;
  defaultLanguage: Generated<'en' | 'hu' | 'de' | 'fr' | 'es'>;
  newsletterConsent: Generated<boolean>;
  createdAt: Date;
  lastLoginAt: Date | null;
}

export interface VideoConfigTable {
  onlyRow: Generated<boolean>;
  serviceProvider: string;
  serviceProviderUrl: string;
  model: string;
  duration: number;
  loop: boolean;
  aspectRatio: string;
  resolution: string;
  revision: Generated<number>;
  updatedAt: Date;
}

export interface VideoConfigTestsTable {
  id: string;
  config: Json<'video_config_tests.config', never, never>;
  token: string;
  state: Generated<'queued' | 'asked' | 'creating' | 'done' | 'failed'>;
  reason: string | null;
  providerGenerationId: string | null;
  photoFilename: string;
  photoSha256: Buffer;
  filmKey: string | null;
  filmSha256: Buffer | null;
  createdBy: string | null;
  createdAt: Date;
}

export interface WorkerProcessesTable {
  id: string;
  workerIds: Generated<string[]>;
  renderSlots: Generated<number>;
  startedAt: Generated<Date>;
  heartbeatAt: Generated<Date>;
}

export interface WorkerRunsTable {
  id: string;
  runAt: Date;
  taskType: string;
  itemsProcessed: Generated<number>;
  successCount: Generated<number>;
  deletedBuckets: Generated<number>;
  durationMs: number;
  status: 'success' | 'partial_failure' | 'failure';
  errors: Json<'worker_runs.errors', never, undefined>;
}

export interface WorkerTotalsTable {
  taskType: string;
  slot: number;
  runs: Generated<number>;
  itemsProcessed: Generated<number>;
  successCount: Generated<number>;
  deletedBuckets: Generated<number>;
  failedRuns: Generated<number>;
  lastRunAt: Date | null;
}

export interface GraphileWorkerJobsTable {
  id: number | null;
  queueName: string | null;
  taskIdentifier: string | null;
  priority: number | null;
  runAt: Date | null;
  attempts: number | null;
  maxAttempts: number | null;
  lastError: string | null;
  createdAt: Date | null;
  updatedAt: Date | null;
  key: string | null;
  lockedAt: Date | null;
  lockedBy: string | null;
  revision: number | null;
  flags: Json<'graphile_worker.jobs.flags', null, undefined>;
}

export interface Tables {
  accountTokens: AccountTokensTable;
  attempts: AttemptsTable;
  auditActors: AuditActorsTable;
  auditLog: AuditLogTable;
  bucketTombstones: BucketTombstonesTable;
  buckets: BucketsTable;
  cancelledUploads: CancelledUploadsTable;
  checkouts: CheckoutsTable;
  consents: ConsentsTable;
  credits: CreditsTable;
  dataExports: DataExportsTable;
  duplicateGenerations: DuplicateGenerationsTable;
  errorLogs: ErrorLogsTable;
  figureChanges: FigureChangesTable;
  figureSums: FigureSumsTable;
  figures: FiguresTable;
  fileRemovals: FileRemovalsTable;
  filmFingerprints: FilmFingerprintsTable;
  films: FilmsTable;
  generationDeletions: GenerationDeletionsTable;
  generationRemovals: GenerationRemovalsTable;
  invoiceCounter: InvoiceCounterTable;
  invoiceRegister: InvoiceRegisterTable;
  invoices: InvoicesTable;
  issuerPauses: IssuerPausesTable;
  knownNetworks: KnownNetworksTable;
  ledgerChecks: LedgerChecksTable;
  ledgerDifferences: LedgerDifferencesTable;
  mails: MailsTable;
  migrations: MigrationsTable;
  notificationConfigs: NotificationConfigsTable;
  owedFilms: OwedFilmsTable;
  paymentEvents: PaymentEventsTable;
  paymentLedger: PaymentLedgerTable;
  paymentNewsCursor: PaymentNewsCursorTable;
  photoChecks: PhotoChecksTable;
  photoPrompts: PhotoPromptsTable;
  photos: PhotosTable;
  pictograms: PictogramsTable;
  priceLists: PriceListsTable;
  prompts: PromptsTable;
  providerPauses: ProviderPausesTable;
  rateLimits: RateLimitsTable;
  recordedRefundJoins: RecordedRefundJoinsTable;
  recoveryCodes: RecoveryCodesTable;
  refundedPayments: RefundedPaymentsTable;
  sales: SalesTable;
  scheduleSuccesses: ScheduleSuccessesTable;
  schedules: SchedulesTable;
  secretKeys: SecretKeysTable;
  sessions: SessionsTable;
  sharedFilms: SharedFilmsTable;
  shares: SharesTable;
  signingKeys: SigningKeysTable;
  totpSecrets: TotpSecretsTable;
  userActivity: UserActivityTable;
  users: UsersTable;
  videoConfig: VideoConfigTable;
  videoConfigTests: VideoConfigTestsTable;
  workerProcesses: WorkerProcessesTable;
  workerRuns: WorkerRunsTable;
  workerTotals: WorkerTotalsTable;
  'graphileWorker.jobs': GraphileWorkerJobsTable;
}
