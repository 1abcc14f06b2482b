/** Why a form or a card was refused; `page-texts.ts` has the texts. */
export type Refusal =
  | 'number_missing'
  | 'number_invalid'
  | 'expiry_invalid'
  | 'expiry_past'
  | 'cvc_invalid'
  | 'name_missing'
  | 'email_invalid'
  | 'card_declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'not_a_test_card';

export type Field = 'email' | 'number' | 'expiry' | 'cvc' | 'name';
export type Problem = { field: Field; refusal: Refusal };

/** The form as submitted. */
export type CardForm = Record<Field, string>;
export type ReadCard = { number: string; brand: string; last4: string; expMonth: number; expYear: number };

export const testCards: { number: string; refusal: Refusal | null }[] = [
  { number: '4242 4242 4242 4242', refusal: null },
  { number: '4000 0000 0000 0002', refusal: 'card_declined' },
  { number: '4000 0000 0000 9995', refusal: 'insufficient_funds' },
  { number: '4000 0000 0000 0069', refusal: 'expired_card' },
  { number: '4000 0000 0000 0127', refusal: 'incorrect_cvc' },
];

const fieldOfRefusal: Partial<Record<Refusal, Field>> = { expired_card: 'expiry', incorrect_cvc: 'cvc' };

/** Why a bank would decline this card; null if it pays. */
export function bankAnswer(card: ReadCard): Problem | null {
  const known = testCards.find(({ number }) => digitsOf(number) === card.number);
  const refusal = known ? known.refusal : 'not_a_test_card';
  return refusal === null ? null : { field: fieldOfRefusal[refusal] ?? 'number', refusal };
}

/** Reads a payment form: the card, or everything that is wrong with it, in the order of the fields. */
export function readCard(form: CardForm, today: Date): ReadCard | Problem[] {
  const number = digitsOf(form.number);
  const expiry = readExpiry(form.expiry, today);
  const problems: (Problem | false)[] = [
    !isEmail(form.email.trim()) && { field: 'email', refusal: 'email_invalid' },
    numberProblem(form.number, number),
    typeof expiry === 'string' && { field: 'expiry', refusal: expiry },
    !/^\d{3,4}$/.test(form.cvc.trim()) && { field: 'cvc', refusal: 'cvc_invalid' },
    form.name.trim() === '' && { field: 'name', refusal: 'name_missing' },
  ];
  const found = problems.filter((problem) => problem !== false);
  if (found.length > 0 || typeof expiry === 'string') return found;
  return { number, brand: brandOf(number), last4: number.slice(-4), ...expiry };
}

export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text);
}

function numberProblem(typed: string, number: string): Problem | false {
  if (typed.trim() === '') return { field: 'number', refusal: 'number_missing' };
  const valid = /^[\d\s-]+$/.test(typed) && number.length >= 12 && number.length <= 19 && passesLuhn(number);
  return !valid && { field: 'number', refusal: 'number_invalid' };
}

/** The check digit of card numbers: ISO/IEC 7812-1. */
function passesLuhn(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** A card is good until the last day of its month. */
function readExpiry(typed: string, today: Date): { expMonth: number; expYear: number } | Refusal {
  const parts = /^(0?[1-9]|1[0-2])\s*[/.-]?\s*(?:20)?(\d\d)$/.exec(typed.trim());
  if (!parts) return 'expiry_invalid';
  const expMonth = Number(parts[1]);
  const expYear = 2000 + Number(parts[2]);
  const months = (expYear - today.getUTCFullYear()) * 12 + expMonth - (today.getUTCMonth() + 1);
  if (months < 0) return 'expiry_past';
  return months > 50 * 12 ? 'expiry_invalid' : { expMonth, expYear };
}

function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  return /^3[47]/.test(number) ? 'amex' : 'unknown';
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
