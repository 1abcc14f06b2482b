import type { Currency } from '@keepsake/contract/primitives';
import { limits } from '@keepsake/contract/limits';
import type { TestApp } from './harness.ts';
import { shopHistory, type HistorySet } from './shop-history.ts';

export interface Step {
  do:
    | 'join'
    | 'leave'
    | 'visit'
    | 'prices'
    | 'begin'
    | 'pay'
    | 'deliver'
    | 'fail'
    | 'retry'
    | 'delete set'
    | 'delete photo'
    | 'refund'
    | 'strange refund'
    | 'record refund'
    | 'grant'
    | 'roll up'
    | 'wait';
  /** Chooses among what there is to do it with; does nothing if there is nothing. */
  choice: number;
  /** Pass before it. */
  minutes: number;
}

export interface FilmFact {
  id: string;
  photoId: string;
  orderedAt: Date;
  state: 'open' | 'done' | 'failed';
  doneAt?: Date;
}

export interface PhotoFact {
  id: string;
  films: number;
  isGone: boolean;
}

export interface SetFact extends HistorySet {
  begunAt: Date;
  photos: PhotoFact[];
  films: FilmFact[];
  sale?: { at: Date; amount: number; currency: Currency; photos: number; films: number; paymentIntent: string };
  /** With the photos that it still had and, unpaid, what it would have cost. */
  deleted?: { at: Date; photos: number; lost: number; currency: Currency };
}

/** All that happened: what a very patient accountant would have written down. */
export interface Facts {
  users: { id: string; joinedAt: Date; isGone: boolean }[];
  visits: { day: string; userId: string }[];
  prices: { base: number; variant: number; currency: Currency };
  sets: SetFact[];
  /** Written down by administrators, who may write down what the provider tells as well. */
  recordedRefunds: { amount: number; currency: Currency; paymentIntent: string }[];
  granted: number;
  refunds: { ref: string; amount: number; currency: Currency; paymentIntent: string; failed: boolean }[];
}

/** A shop in which one step after the other happens, by the product's own code, and is written down here in the plainest way. */
export async function randomHistory({ db, deps }: Pick<TestApp, 'db' | 'deps'>) {
  const shop = shopHistory(db);
  let moment = new Date(Date.UTC(2026, 1, 1, 9));
  let serial = 0;
  const facts: Facts = {
    users: [],
    visits: [],
    prices: { base: 499, variant: 199, currency: 'USD' },
    sets: [],
    recordedRefunds: [],
    granted: 0,
    refunds: [],
  };
  const usersHere = () => facts.users.filter(({ isGone }) => !isGone);
  const setsHere = () => facts.sets.filter(({ deleted }) => !deleted);
  const photosLeft = (set: SetFact) => set.photos.filter(({ isGone }) => !isGone);
  const filmsHere = (state: FilmFact['state']) =>
    setsHere().flatMap((set) =>
      set.films.filter((film) => film.state === state && photosLeft(set).some(({ id }) => id === film.photoId)),
    );
  const priceOf = (photos: PhotoFact[]) =>
    facts.prices.base * photos.length + facts.prices.variant * (filmsOf(photos) - photos.length);
  const bury = (set: SetFact) => {
    const { currency, amount } = set.sale ?? { currency: facts.prices.currency, amount: priceOf(photosLeft(set)) };
    set.deleted = { at: moment, photos: photosLeft(set).length, lost: set.sale ? 0 : amount, currency };
  };

  const deeds: Record<Step['do'], (choice: number) => Promise<void>> = {
    async join() {
      const id = await shop.join(moment);
      facts.users.push({ id, joinedAt: moment, isGone: false });
    },
    async leave(choice) {
      const user = pick(usersHere().slice(1), choice);
      if (!user) return;
      const own = setsHere().filter(({ userId }) => userId === user.id);
      await shop.leave(
        moment,
        user.id,
        own.map(({ bucketId }) => bucketId),
      );
      own.forEach(bury);
      user.isGone = true;
    },
    async visit(choice) {
      const user = pick(usersHere(), choice);
      if (!user) return;
      await shop.visit(moment, user.id);
      facts.visits.push({ day: dayOf(moment), userId: user.id });
    },
    async prices(choice) {
      const lists = [
        { base: 499, variant: 199, currency: 'USD' },
        { base: 200_000, variant: 90_000, currency: 'HUF' },
        { base: 551, variant: 250, currency: 'EUR' },
      ] as const;
      const list = pick([...lists], choice) ?? lists[0];
      await shop.prices(moment, {
        basePrice: list.base / 100,
        variantPrice: list.variant / 100,
        currency: list.currency,
      });
      facts.prices = list;
    },
    async begin(choice) {
      const user = pick(usersHere(), choice);
      if (!user) return;
      const photos = [[1], [2], [1, 2], [3]].slice(0, 1 + (choice % 4));
      const set = await shop.begin(moment, user.id, photos);
      const facing = photos.map((films, at) => ({
        id: set.photoIds[at] ?? '',
        films: films.reduce((sum, count) => sum + count),
        isGone: false,
      }));
      facts.sets.push({ ...set, begunAt: moment, photos: facing, films: [] });
    },
    async pay(choice) {
      const set = pick(
        setsHere().filter(({ sale }) => !sale),
        choice,
      );
      if (!set) return;
      const { films, paymentIntent } = await shop.pay(moment, set);
      const left = photosLeft(set);
      const { currency } = facts.prices;
      set.sale = {
        at: moment,
        amount: priceOf(left),
        currency,
        photos: left.length,
        films: filmsOf(left),
        paymentIntent,
      };
      set.films = films.map((film) => ({ ...film, orderedAt: moment, state: 'open' }));
    },
    async deliver(choice) {
      const film = pick(filmsHere('open'), choice);
      if (!film) return;
      await shop.deliver(moment, film.id);
      Object.assign(film, { state: 'done', doneAt: moment });
    },
    async fail(choice) {
      const film = pick(filmsHere('open'), choice);
      if (!film) return;
      await shop.fail(moment, film.id);
      film.state = 'failed';
    },
    async retry(choice) {
      const film = pick(filmsHere('failed'), choice);
      if (!film) return;
      await shop.retry(moment, film.photoId);
      for (const other of filmsHere('failed')) if (other.photoId === film.photoId) other.state = 'open';
    },
    async 'delete set'(choice) {
      const set = pick(setsHere(), choice);
      if (!set) return;
      await shop.deleteSet(moment, set.bucketId, choice % 2 === 0 ? 'customer' : 'retention');
      bury(set);
    },
    async 'delete photo'(choice) {
      const set = pick(
        setsHere().filter((one) => photosLeft(one).length > 1),
        choice,
      );
      const photo = set && pick(photosLeft(set), choice);
      if (!photo) return;
      await shop.deletePhoto(moment, photo.id);
      photo.isGone = true;
    },
    async refund(choice) {
      const sale = pick(
        facts.sets.flatMap((set) => set.sale ?? []),
        choice,
      );
      if (!sale) return;
      const { currency, paymentIntent } = sale;
      const failing = facts.refunds.find((refund) => !refund.failed);
      const isFailure = failing !== undefined && choice % 3 === 0;
      const refund = isFailure
        ? failing
        : { ref: `re_${(serial += 1)}`, amount: 1 + (choice % 3), currency, paymentIntent, failed: false };
      const { failed: _, ...told } = refund;
      await shop.refund(moment, { ...told, kind: isFailure ? 'refund_failed' : 'refund' });
      if (isFailure) failing.failed = true;
      else facts.refunds.push(refund);
    },
    async 'record refund'(choice) {
      const set = pick(
        facts.sets.filter(({ sale }) => sale),
        choice,
      );
      const [admin] = facts.users;
      if (!set?.sale || !admin) return;
      const { currency, paymentIntent } = set.sale;
      const refund = { amount: 1 + (choice % 3), currency, paymentIntent };
      await shop.recordRefund(moment, { ...refund, bucketId: set.bucketId, recordedBy: admin.id });
      facts.recordedRefunds.push(refund);
    },
    async grant(choice) {
      const set = pick(
        setsHere().filter((one) => one.films.some((film) => photosLeft(one).some(({ id }) => id === film.photoId))),
        choice,
      );
      const film = set?.films.find(({ photoId }) => photosLeft(set).some(({ id }) => id === photoId));
      const [admin] = facts.users;
      if (!film || !set || !admin || set.films.length >= limits.varietyMax) return;
      const films = await shop.grant(moment, deps, admin.id, { filmId: film.id, bucketId: set.bucketId, count: 1 });
      set.films.push(...films.map((given) => ({ ...given, orderedAt: moment, state: 'open' as const })));
      facts.granted += 1;
    },
    /** Of other business on the same account of the payment provider. */
    async 'strange refund'(choice) {
      const ref = `re_${(serial += 1)}`;
      const stranger = { amount: 1 + choice, currency: 'USD', paymentIntent: `pi_of_somebody_${ref}` };
      await shop.refund(moment, { kind: 'refund', ref, ...stranger });
    },
    'roll up': () => Promise.resolve(),
    wait: () => Promise.resolve(),
  };

  await shop.prices(moment, { basePrice: 4.99, variantPrice: 1.99, currency: 'USD' });
  for (let i = 0; i < 2; i += 1) await deeds.join(0);
  return {
    facts,
    /** @returns the moment at which it happened */
    async take(step: Step): Promise<Date> {
      moment = new Date(moment.getTime() + step.minutes * 60_000);
      await deeds[step.do](step.choice);
      return moment;
    },
  };
}

export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

function filmsOf(photos: PhotoFact[]): number {
  return photos.reduce((sum, { films }) => sum + films, 0);
}

function pick<T>(things: T[], choice: number): T | undefined {
  return things[choice % Math.max(1, things.length)];
}
