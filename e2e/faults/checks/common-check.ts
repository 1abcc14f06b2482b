import { collectFacts, type Facts, type FilmFacts, type OrderFacts } from './facts.ts';
import { untilQuiet } from './quiet.ts';
import type { Order } from '../clients/order.ts';
import type { World } from '../world/world.ts';

/** What a scenario allows or requires beyond the common check. */
export interface Terms {
  orders: Order[];
  /** When the scenario began. */
  since: number;
  /** Causes that must appear in the logs or the administrators' error list. */
  causes?: RegExp[];
  /** How often the mail server may have accepted one mail: twice if a worker died that may just have sent it. */
  mailCopies?: number;
  /** Processes may end by themselves, as at a start without a database. */
  mayEnd?: boolean;
}

export interface Figures {
  orders: number;
  paid: number;
  /** Films that were paid for. */
  films: number;
  delivered: number;
  /** Films that failed visibly, as the scenario intended. */
  failed: number;
  lost: number;
  unexpected: number;
  duplicates: number;
  stuck: number;
  /** Every deviation as a sentence, those counted above included. */
  problems: string[];
}

/** The check at the end of every scenario: waits until nothing is in progress, then counts the outcome of every order and finds problems. */
export async function commonCheck(world: World, terms: Terms): Promise<Figures> {
  const waited = await untilQuiet(world).then(
    () => [],
    (error: Error) => [error.message],
  );
  const figures = judge(await collectFacts(world, terms.orders, terms.since), terms);
  return { ...figures, problems: [...waited, ...figures.problems] };
}

/** Turns facts into figures. */
export function judge(facts: Facts, terms: Omit<Terms, 'orders' | 'since'> = {}): Figures {
  const verdicts = facts.orders.map(judgeOrder);
  const sum = (part: keyof Omit<Verdict, 'problems'>) => verdicts.reduce((total, verdict) => total + verdict[part], 0);
  const problems = [...verdicts.flatMap((verdict) => verdict.problems), ...judgeWhole(facts, terms)];
  const excused = facts.orders
    .filter(({ expected }) => expected === 'deleted')
    .reduce((total, { ordered }) => total + ordered, 0);
  const strays = Math.max(0, facts.strays - excused);
  if (strays > 0) problems.push(`${strays} accepted creates belong to no film of the shop`);
  return {
    orders: facts.orders.length,
    paid: sum('paid'),
    films: sum('films'),
    delivered: sum('delivered'),
    failed: sum('failed'),
    lost: sum('lost'),
    unexpected: sum('unexpected') + strays,
    duplicates: sum('duplicates'),
    stuck: sum('stuck'),
    problems,
  };
}

/** The figures in one line. */
export function inWords(figures: Figures): string {
  const { orders, films, delivered, failed, lost, unexpected, duplicates, stuck } = figures;
  return `${orders} orders, ${films} films paid: ${delivered} delivered, ${failed} failed as meant; lost ${lost}, unexpected ${unexpected}, duplicates ${duplicates}, stuck ${stuck}`;
}

export function isFine(figures: Figures): boolean {
  const { lost, unexpected, duplicates, stuck, problems } = figures;
  return lost + unexpected + duplicates + stuck + problems.length === 0;
}

type Verdict = Omit<Figures, 'orders'>;

function judgeOrder(order: OrderFacts): Verdict {
  const verdict: Verdict = {
    paid: order.paidSessions > 0 ? 1 : 0,
    films: order.expected === 'delivered' ? order.ordered : 0,
    delivered: 0,
    failed: 0,
    lost: 0,
    unexpected: 0,
    duplicates: 0,
    stuck: 0,
    problems: [],
  };
  const complain = (text: string) => verdict.problems.push(`set ${order.bucketId}: ${text}`);
  if (order.paidSessions !== order.payments) complain(`${order.paidSessions} payments where ${order.payments} are due`);
  if (order.expected === 'deleted') {
    if (order.isShown) complain('is still there');
    return verdict;
  }
  const due = order.expected === 'delivered' ? order.ordered : 0;
  if (order.status !== (due > 0 ? 'paid' : 'pending')) complain(`is ${order.status}`);
  verdict.lost += Math.max(0, due - order.films.length);
  verdict.unexpected += Math.max(0, order.films.length - due);
  for (const film of order.films) judgeFilm(film, verdict, complain);
  if (verdict.failed !== order.failing) {
    complain(`${verdict.failed} films failed where ${order.failing} are meant to: ${failureCodes(order)}`);
    verdict.lost += Math.max(0, verdict.failed - order.failing);
    verdict.failed = Math.min(verdict.failed, order.failing);
  }
  for (const kind of due > 0 ? ['order-confirmed', 'films-ready'] : []) {
    if (order.mails[kind] !== 1) complain(`${order.mails[kind] ?? 0} mails ${kind}`);
  }
  if (verdict.lost + verdict.unexpected + verdict.duplicates + verdict.stuck > 0) complain(JSON.stringify(order));
  return verdict;
}

function judgeFilm(film: FilmFacts, verdict: Verdict, complain: (text: string) => void): void {
  verdict.duplicates += Math.max(0, film.accepted - 1 - film.failedThere);
  if (film.state === 'failed') verdict.failed += 1;
  else if (film.state !== 'done') verdict.stuck += 1;
  else if (film.delivered !== null && film.sources.includes(film.delivered)) verdict.delivered += 1;
  else {
    verdict.lost += 1;
    complain(`film ${film.id} arrives as ${film.delivered}, was made as ${film.sources.join(' or ') || 'nothing'}`);
  }
}

function failureCodes({ films }: OrderFacts): string {
  return films.flatMap(({ failureCode }) => failureCode ?? []).join(', ');
}

function judgeWhole(facts: Facts, terms: Omit<Terms, 'orders' | 'since'>) {
  const { causes = [], mailCopies = facts.deaths > 0 ? 2 : 1, mayEnd = false } = terms;
  const repeated = Object.entries(facts.takenMails).filter(([, copies]) => copies > mailCopies);
  const lists: [string, string[]][] = [
    ['files that no row names', facts.strayFiles],
    ['rows without their file', facts.missingFiles],
    ['files whose content is another', facts.changedFiles],
    ['temporary files left', facts.temporaryFiles],
    ['mails taken too often', repeated.map(([id, copies]) => `${id} ${copies} times`)],
    ['mails that were sent to nobody', facts.lostMails],
    ['processes that ended by themselves', mayEnd ? [] : facts.crashes],
    ['processes that are not ready', facts.workers.filter(({ isReady }) => !isReady).map(({ name }) => name)],
    [
      'causes that nobody is told',
      causes.filter((cause) => !facts.problems.some((text) => cause.test(text))).map(String),
    ],
  ];
  const problems = lists.filter(([, found]) => found.length > 0).map(([what, found]) => `${what}: ${found.join(', ')}`);
  if (facts.openFilms > 0) problems.push(`${facts.openFilms} films are in a middle state`);
  if (facts.readyz !== 200) problems.push(`/readyz answers ${facts.readyz}`);
  return problems;
}
