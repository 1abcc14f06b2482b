import type { Problem } from './billingo-error.ts';

const languages = ['de', 'en', 'fr', 'hr', 'hu', 'it', 'ro', 'sk', 'us'];
const currencies = ['USD', 'EUR', 'GBP', 'HUF'];
const vats = /^(?:\d{1,2}(?:,\d)?%|AAM|TAM|AM|EU|EUK|FAD|F\.AFA|K\.AFA|MAA|ÁKK|ÁTHK)$/;
const required = [
  'partner_id',
  'block_id',
  'type',
  'fulfillment_date',
  'due_date',
  'payment_method',
  'language',
  'currency',
];
const known = new Set([
  ...required,
  'vendor_id',
  'bank_account_id',
  'conversion_rate',
  'electronic',
  'paid',
  'items',
  'settings',
  'comment',
]);
const knownOfItem = new Set([
  'name',
  'unit_price',
  'unit_price_type',
  'quantity',
  'unit',
  'vat',
  'comment',
  'entitlement',
  'sku',
]);

type Body = Record<string, unknown>;

/** What is wrong with the body of a document, member by member; members that Billingo does not have are errors here. */
export function documentProblems(body: Body, exists: { partner: boolean; block: boolean }): Problem[] {
  const problems: Problem[] = [];
  const refuse = (field: string, message: string) => problems.push({ field, message });
  for (const name of required) if (body[name] === undefined) refuse(name, 'This field is required.');
  for (const name of Object.keys(body)) if (!known.has(name)) refuse(name, 'This field does not exist.');
  const oneOf = (name: string, values: string[]) => {
    if (body[name] !== undefined && !values.some((value) => value === body[name]))
      refuse(name, `One of ${values.join(', ')} is expected.`);
  };
  oneOf('type', ['advance', 'draft', 'invoice', 'proforma']);
  oneOf('language', languages);
  oneOf('currency', currencies);
  oneOf('payment_method', ['bankcard', 'online_bankcard', 'stripe', 'wire_transfer', 'cash']);
  for (const name of ['fulfillment_date', 'due_date'])
    if (!/^\d{4}-\d{2}-\d{2}$/.test(String(body[name]))) refuse(name, 'A date such as 2026-11-20 is expected.');
  if (!exists.partner) refuse('partner_id', 'There is no such partner.');
  if (!exists.block) refuse('block_id', 'There is no such block.');
  // The documented default of 1 is not taken for other currencies by the live service.
  if (body['currency'] !== 'HUF' && typeof body['conversion_rate'] !== 'number')
    refuse('conversion_rate', 'The conversion rate is required for other currencies than HUF.');
  return [...problems, ...itemsProblems(body)];
}

function itemsProblems(body: Body): Problem[] {
  const { items } = body;
  if (!Array.isArray(items) || items.length === 0) return [{ field: 'items', message: 'At least one item is needed.' }];
  return items.flatMap((item: Body, index) => itemProblems(item, `items.${index}`, body['currency'] === 'HUF'));
}

function itemProblems(item: Body, field: string, isForint: boolean): Problem[] {
  const problems: Problem[] = [];
  const expect = (name: string, isRight: boolean, message: string) => {
    if (!isRight) problems.push({ field: `${field}.${name}`, message });
  };
  for (const name of Object.keys(item)) expect(name, knownOfItem.has(name), 'This field does not exist.');
  const price = item['unit_price'];
  expect('name', typeof item['name'] === 'string' && item['name'] !== '', 'A name is required.');
  expect('unit', typeof item['unit'] === 'string' && item['unit'] !== '', 'A unit is required.');
  expect('quantity', typeof item['quantity'] === 'number' && item['quantity'] > 0, 'A number is expected.');
  expect('unit_price_type', ['gross', 'net'].includes(String(item['unit_price_type'])), 'gross or net is expected.');
  expect('vat', vats.test(String(item['vat'])), 'This VAT rate does not exist.');
  expect('unit_price', typeof price === 'number' && price >= 0, 'A number is expected.');
  // Stricter than Billingo: prices of whole cents, or whole forints, are what a correct client sends.
  const steps = typeof price === 'number' ? price * (isForint ? 1 : 100) : 0;
  expect('unit_price', Math.abs(steps - Math.round(steps)) < 1e-6, 'Too many decimals.');
  return problems;
}

/** What is wrong with the body of a partner. */
export function partnerProblems(body: Body): Problem[] {
  const problems: Problem[] = [];
  const refuse = (field: string, message: string) => problems.push({ field, message });
  const address = (body['address'] ?? {}) as Body;
  if (typeof body['name'] !== 'string' || body['name'] === '') refuse('name', 'This field is required.');
  for (const name of ['country_code', 'post_code', 'city', 'address'])
    if (typeof address[name] !== 'string' || address[name] === '') refuse(`address.${name}`, 'This field is required.');
  const taxType = body['tax_type'];
  if (taxType !== undefined && !['', 'FOREIGN', 'HAS_TAX_NUMBER', 'NO_TAX_NUMBER'].some((type) => type === taxType))
    refuse('tax_type', 'This value does not exist.');
  if (taxType === 'HAS_TAX_NUMBER' && !/^\d{8}-[12345]-\d{2}$/.test(String(body['taxcode'])))
    refuse('taxcode', 'A tax number such as 12345678-1-41 is expected.');
  return problems;
}
