import { roundToStep } from '@keepsake/contract/orders/money';
import type { Currency } from '@keepsake/contract/primitives';
import type { CalculatedPrice, DiscountSet } from '@keepsake/contract/orders/pricing';
import type { OrderSize, PriceList } from './pricing.queries.ts';

/** One line of a price; money in minor units, discounts negative. */
export interface OrderLine {
  kind: CalculatedPrice['lines'][number]['kind'];
  /** What the line counts: photos, further films, or all films. */
  quantity: number;
  unitPrice?: number;
  percent?: number;
  amount: number;
}

export interface OrderPrice extends OrderSize {
  currency: Currency;
  /** Before discounts. */
  subtotal: number;
  /** The sum of the lines. */
  total: number;
  /** Whole percent; 0 if no threshold is reached. */
  discounts: { volume: number; variant: number; package: number };
  lines: OrderLine[];
}

/**
 * The price of an order, in integer minor units that are whole steps of the currency. Each discount reduces one line, which is rounded once at the end,
 * half away from zero. The discount lines are the differences, so that all lines add up to the total exactly.
 * @throws RangeError unless photos and films are whole numbers with films >= photos >= 0
 */
export function priceOrder(list: PriceList, size: OrderSize): OrderPrice {
  const { photos, films } = checkedSize(size);
  const further = films - photos;
  const percent = {
    volume: highestReached(list.volumeDiscounts, (threshold) => photos >= threshold),
    variant: highestReached(list.variantDiscounts, (threshold) => photos > 0 && films >= threshold * photos),
    package: highestReached(list.packageDiscounts, (threshold) => films >= threshold),
  };
  const base = discount(photos * list.basePrice, percent.volume, list.currency);
  const variants = discount(further * list.variantPrice, percent.variant, list.currency);
  const left = discount(base.net + variants.net, percent.package, list.currency);
  const lines: OrderLine[] = [
    { kind: 'base', quantity: photos, unitPrice: list.basePrice, amount: base.gross },
    { kind: 'volume_discount', quantity: photos, percent: percent.volume, amount: base.net - base.gross },
    { kind: 'variants', quantity: further, unitPrice: list.variantPrice, amount: variants.gross },
    { kind: 'variant_discount', quantity: further, percent: percent.variant, amount: variants.net - variants.gross },
    { kind: 'package_discount', quantity: films, percent: percent.package, amount: left.net - left.gross },
  ];
  return {
    photos,
    films,
    currency: list.currency,
    subtotal: base.gross + variants.gross,
    total: left.net,
    discounts: percent,
    lines: lines.filter((line) => line.quantity > 0 && line.percent !== 0),
  };
}

function checkedSize(size: OrderSize): OrderSize {
  const { photos, films } = size;
  if (Number.isSafeInteger(photos) && Number.isSafeInteger(films) && photos >= 0 && films >= photos) return size;
  throw new RangeError(`An order of ${photos} photos and ${films} films cannot be priced`);
}

function highestReached(discounts: DiscountSet, isReached: (threshold: number) => boolean): number {
  const reached = Object.keys(discounts).map(Number).filter(isReached);
  return reached.length === 0 ? 0 : (discounts[Math.max(...reached)] ?? 0);
}

function discount(gross: number, percent: number, currency: Currency): { gross: number; net: number } {
  return { gross, net: roundToStep((gross * (100 - percent)) / 100, currency) };
}
