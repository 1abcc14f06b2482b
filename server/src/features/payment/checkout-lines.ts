import { roundToStep } from '@keepsake/contract/orders/money';
import type { Language } from '@keepsake/contract/primitives';
import type { CheckoutRequest } from '../../providers/payment/payments.ts';
import type { OrderPrice } from '../pricing/price-order.ts';

const texts: Record<Language, { photos: string; films: string; discounted: string }> = {
  en: {
    photos: 'Animated photos',
    films: 'Further films',
    discounted: 'Your discounts are already taken off this price.',
  },
  hu: {
    photos: 'Megelevenített fényképek',
    films: 'További filmek',
    discounted: 'Az árból a kedvezményeket már levontuk.',
  },
  de: {
    photos: 'Animierte Fotos',
    films: 'Weitere Filme',
    discounted: 'Ihre Rabatte sind von diesem Preis bereits abgezogen.',
  },
  fr: {
    photos: 'Photos animées',
    films: 'Films supplémentaires',
    discounted: 'Vos remises sont déjà déduites de ce prix.',
  },
  es: {
    photos: 'Fotos animadas',
    films: 'Películas adicionales',
    discounted: 'Los descuentos ya están aplicados a este precio.',
  },
};

/**
 * A price as lines of the hosted payment page. It allows no negative amounts, so there is one line for the photos and one for further films, each
 * with its discounts deducted. The lines add up to the total exactly, in whole steps of the currency.
 */
export function checkoutLines(price: OrderPrice, language: Language): CheckoutRequest['lines'] {
  const words = texts[language];
  const sum = (...kinds: string[]) =>
    price.lines.filter((line) => kinds.includes(line.kind)).reduce((total, line) => total + line.amount, 0);
  const base = sum('base', 'volume_discount');
  const further = sum('variants', 'variant_discount');
  const photosAmount = base + further === 0 ? 0 : roundToStep((price.total * base) / (base + further), price.currency);
  return [
    { name: `${words.photos} (${price.photos})`, gross: sum('base'), amount: photosAmount },
    {
      name: `${words.films} (${price.films - price.photos})`,
      gross: sum('variants'),
      amount: price.total - photosAmount,
    },
  ]
    .filter((line) => line.amount > 0)
    .map(({ name, gross, amount }) => ({ name, ...(amount < gross && { description: words.discounted }), amount }));
}
