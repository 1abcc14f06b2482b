import { minorStep } from '@keepsake/contract/orders/money';
import type { Currency } from '@keepsake/contract/primitives';
import type { FrozenPrice } from '../../checkouts/checkout.queries.ts';
import type { BoughtFilm } from './bought-film.queries.ts';

/** An order as frozen at checkout. */
export interface FrozenOrderPrice {
  price: Pick<FrozenPrice, 'lines' | 'order'>;
  /** What was paid, in minor units. */
  amount: number;
  currency: Currency;
}

type Film = Pick<BoughtFilm, 'id' | 'photoId' | 'promptId' | 'number'>;

/**
 * The price of each film by its id, in minor units. The first film of a photo cost the base price, every other one the price of a further film, after
 * discounts. The prices of all ordered films add up to the paid amount exactly, in whole steps of the currency; films that were deleted since keep
 * their share.
 */
export function pricesOfFilms(order: FrozenOrderPrice, films: readonly Film[]): Map<string, number> {
  const ordered = pricedOrder(order);
  const prices = new Map<string, number>();
  const take = (film: Film, isTheFilm: (candidate: OrderedFilm) => boolean) => {
    const found = ordered.find(
      (candidate) => candidate.photoId === film.photoId && !candidate.taken && isTheFilm(candidate),
    );
    if (!found) return;
    found.taken = true;
    prices.set(film.id, found.price);
  };
  for (const film of films.filter(({ promptId }) => promptId !== null))
    take(film, ({ promptId, number }) => promptId === film.promptId && number === film.number);
  // A film whose prompt was deleted since gets the remaining place of its photo.
  for (const film of films.filter(({ promptId }) => promptId === null))
    take(film, ({ number }) => number === film.number);
  return prices;
}

interface OrderedFilm {
  photoId: string;
  promptId: string;
  number: number;
  isFirst: boolean;
  price: number;
  taken: boolean;
}

function pricedOrder({ price, amount, currency }: FrozenOrderPrice): OrderedFilm[] {
  const films = price.order.flatMap(({ photoId, actions }) =>
    actions
      .flatMap(({ promptId, variety }) => Array.from({ length: variety }, (_, at) => ({ promptId, number: at + 1 })))
      .map((film, at) => ({ photoId, ...film, isFirst: at === 0, price: 0, taken: false })),
  );
  const sum = (...kinds: string[]) =>
    price.lines.filter(({ kind }) => kinds.includes(kind)).reduce((total, line) => total + line.amount, 0);
  const first = films.filter(({ isFirst }) => isFirst).length;
  const weightOf = {
    first: sum('base', 'volume_discount') / Math.max(1, first),
    further: sum('variants', 'variant_discount') / Math.max(1, films.length - first),
  };
  const shares = splitAmount(
    amount,
    films.map(({ isFirst }) => (isFirst ? weightOf.first : weightOf.further)),
    minorStep[currency],
  );
  return films.map((film, at) => ({ ...film, price: shares[at] ?? 0 }));
}

/**
 * Splits an amount in proportion to the weights, in whole steps (largest remainder method): each share is rounded down, and the largest remainders
 * get one more step.
 */
export function splitAmount(amount: number, weights: readonly number[], step: number): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0) return weights.map(() => 0);
  const whole = amount / step;
  const exact = weights.map((weight) => (whole * weight) / total);
  // A relative epsilon absorbs binary fractions such as 498.99999999999994.
  const shares = exact.map((share) => Math.floor(share + 1e-9 * Math.max(1, share)));
  const missing = Math.round(whole - shares.reduce((sum, share) => sum + share, 0));
  const byRemainder = exact
    .map((share, at) => ({ at, remainder: share - (shares[at] ?? 0) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.at - b.at);
  for (const { at } of byRemainder.slice(0, Math.max(0, missing))) shares[at] = (shares[at] ?? 0) + 1;
  return shares.map((share) => share * step);
}
