/** Files that are mutated together, with the tests that may kill their mutants. */
export interface Area {
  /** Names with the same first part are one line of the table. */
  name: string;
  mutate: string[];
  /** Fastest first: a mutant is dead at the first test that fails. Tests that mostly wait, or watch other processes, are left out. */
  tests: string[];
  /** Kinds of mutants to leave out. */
  leftOut?: readonly string[];
}

/**
 * Left out if every test starts a server and a database: an emptied body, object or function is detected by the first test that runs it, and says
 * nothing about a decision. Conditions, comparisons, sums, states, calls and SQL remain.
 */
const decisionsOnly = ['ArrowFunction', 'BlockStatement', 'MethodExpression', 'ObjectLiteral', 'OptionalChaining'];

const features = 'server/src/features';
const [pricing, checkouts, payment, films, deletion] = ['pricing', 'checkouts', 'payment', 'films', 'deletion'].map(
  (name) => `${features}/${name}`,
);
const attempts = `${films}/attempts`;
const provider = 'server/src/providers/video';

export const areas: readonly Area[] = [
  {
    name: 'pricing',
    mutate: [
      'contract/src/orders/{money,pricing}.ts',
      `${pricing}/*.ts`,
      'web/src/features/pricing/{discount-levels,next-discount}.ts',
    ],
    tests: [
      'contract/src/orders/{money,pricing}.test.ts',
      'web/src/features/pricing/{discount-levels,next-discount}.test.ts',
      `${pricing}/{price-order,below-card-minimum}.test.ts`,
      `${payment}/checkout-lines.test.ts`,
      `${pricing}/{price-list,pricing.routes}.test.ts`,
    ],
  },
  {
    name: 'states',
    mutate: [
      'contract/src/films/video-abilities.ts',
      `${features}/gallery/photo-status.ts`,
      `${features}/notifications/mail-relevance.ts`,
      `${provider}/luma/luma-{agents-,}replies.ts`,
      `${films}/config/check-video-config.ts`,
      'web/src/features/photos/order-gaps.ts',
      'web/src/features/payment/payment-outcome.ts',
      'web/src/features/films/admin/settings/fit-to-abilities.ts',
    ],
    tests: [
      'contract/src/films/video-abilities.test.ts',
      `${features}/gallery/photo-status.test.ts`,
      `${features}/notifications/mail-relevance.test.ts`,
      'web/src/features/{photos/order-gaps,payment/payment-outcome,films/admin/settings/fit-to-abilities}.test.ts',
      `${films}/config/check-video-config.test.ts`,
      `${provider}/luma/luma-{replies,agents-replies}.test.ts`,
    ],
  },
  {
    name: 'payment/checkout',
    mutate: [
      `${checkouts}/*.ts`,
      `${payment}/{checkout-lines,prepare-checkout,settle-session.job,start-checkout,sweep-payments.job}.ts`,
    ],
    tests: [
      `${payment}/checkout-lines.test.ts`,
      `${payment}/{settle-session,checkout-sessions,payment-events,refunds-and-disputes}.test.ts`,
      `${payment}/{start-checkout,sweep-payments,provider-away}.test.ts`,
      `${payment}/delayed-payment.test.ts`,
      `${films}/foresight/require-agreement.test.ts`,
    ],
    leftOut: decisionsOnly,
  },
  {
    name: 'payment/events',
    mutate: [`${payment}/{complete-payment,fulfil-order,receive-event}.ts`, `${payment}/ledger/record-entries.ts`],
    tests: [
      `${payment}/{payment-events,refunds-and-disputes}.test.ts`,
      `${payment}/{receive-event,ledger/payment-ledger}.test.ts`,
    ],
    leftOut: decisionsOnly,
  },
  {
    name: 'payment/statements',
    mutate: [`${payment}/payment.queries.ts`],
    tests: [
      `${payment}/{checkout-sessions,payment-events,refunds-and-disputes}.test.ts`,
      `${payment}/{start-checkout,receive-event}.test.ts`,
      `${payment}/ledger/credits.test.ts`,
    ],
    leftOut: decisionsOnly,
  },
  {
    name: 'payment/refunds',
    mutate: [`${payment}/ledger/{record-refund,credit.queries,order-money.queries}.ts`],
    tests: [`${payment}/ledger/credits.test.ts`, `${payment}/refunds/refunds.test.ts`],
    leftOut: decisionsOnly,
  },
  {
    name: 'payment/books',
    mutate: [`${payment}/ledger/{compare-ledger,ledger.queries}.ts`],
    tests: [
      `${payment}/compare-books.test.ts`,
      `${payment}/{payment-events,refunds-and-disputes}.test.ts`,
      `${payment}/ledger/{payment-ledger,credits}.test.ts`,
    ],
    leftOut: decisionsOnly,
  },
  {
    name: 'attempts/requests',
    mutate: [
      `${attempts}/{attempt-step,attempt.queries,fill-slots.job,provider-circuit,provider-pause.queries,request-generation}.ts`,
      `${films}/sweep-films.job.ts`,
    ],
    tests: [
      `${attempts}/{attempt-step,request-generation,poll-generation}.test.ts`,
      `${attempts}/reconcile-decisions.test.ts`,
      `${attempts}/{generate-film,attempts,commit-outcome,fill-slots,provider-pause}.test.ts`,
      `${films}/sweep-films.test.ts`,
    ],
    leftOut: decisionsOnly,
  },
  {
    name: 'attempts/outcomes',
    mutate: [
      `${attempts}/{commit-outcome,end-attempt,generate-film.job}.ts`,
      `${films}/{create-films,retry-film,notify-when-settled,film.queries,waiting-film.queries}.ts`,
    ],
    tests: [
      `${films}/{films,create-films}.test.ts`,
      `${attempts}/{generate-film,end-attempt,commit-outcome,fill-slots}.test.ts`,
    ],
    leftOut: decisionsOnly,
  },
  {
    name: 'attempts/lookups',
    mutate: [`${films}/generations/find-generations.ts`, `${attempts}/{poll-generation,reconcile-attempt}.ts`],
    tests: [
      `${films}/generations/find-generations.test.ts`,
      `${attempts}/poll-generation.test.ts`,
      `${attempts}/{reconcile-decisions,reconcile-attempt,attempts}.test.ts`,
    ],
    leftOut: decisionsOnly,
  },
  {
    name: 'retention',
    mutate: [
      `${features}/photos/buckets/{bucket.queries,change-buckets}.ts`,
      `${deletion}/{delete-buckets,retention.queries,sweep-retention.job,tombstone.queries}.ts`,
    ],
    tests: [`${features}/gallery/retention.test.ts`, `${deletion}/sweep-retention.test.ts`],
    leftOut: decisionsOnly,
  },
];

export const neverMutated: readonly string[] = ['**/*.test.ts'];
