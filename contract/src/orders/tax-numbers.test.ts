import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fieldProblems } from '../field-errors.ts';
import { invoiceFields } from './invoice.ts';
import { taxNumberExample } from './tax-numbers.ts';

const known = 'CH GB NO AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
const data = { partnerName: 'A', partnerAddress: 'B', partnerCity: 'C', partnerPostCode: '1' };

function problemsOf(change: Record<string, unknown>) {
  const parsed = invoiceFields.safeParse({ ...data, ...change }, { reportInput: true });
  return parsed.success ? {} : { ...fieldProblems(parsed.error.issues) };
}

test('every country of the European Union and three neighbours have a format that matches its example and no word', () => {
  for (const country of known) {
    const example = taxNumberExample('none', country);
    assert.ok(example, country);
    assert.equal(taxNumberExample(example, country), undefined, example);
  }
});

test('spaces, dots, dashes and the country’s letters are optional', () => {
  const good = [
    ['HU', '12345678-1-41'],
    ['HU', '12345678141'],
    ['DE', 'de 123 456 789'],
    ['AT', 'U12345678'],
    ['BE', '0123.456.789'],
    ['GR', 'EL123456789'],
    ['NL', 'NL123456789B01'],
    ['GB', '123 4567 89'],
    ['GB', 'XI123456789'],
    ['CH', 'CHE-123.456.789'],
    ['NO', '123 456 789 MVA'],
    ['US', 'anything goes'],
  ] as const;
  for (const [country, number] of good) assert.equal(taxNumberExample(number, country), undefined, number);
});

test('a tax number in another format is a problem of its field, with an example', () => {
  const partnerTaxNumber = { code: 'not_tax_number', example: '12345678-1-41' };
  assert.deepEqual(problemsOf({ partnerCountry: 'HU', partnerTaxNumber: 'DE123456789' }), { partnerTaxNumber });
  assert.deepEqual(problemsOf({ partnerCountry: 'DE', partnerTaxNumber: 'DE123456789' }), {});
  assert.deepEqual(problemsOf({ partnerCountry: 'HU', partnerTaxNumber: '' }), {});
});

test('refuses unknown countries, and names that cannot be printed', () => {
  assert.deepEqual(problemsOf({ partnerCountry: 'XX' }), { partnerCountry: { code: 'not_allowed' } });
  assert.deepEqual(problemsOf({ partnerName: '田中' }), { partnerName: { code: 'not_printable' } });
  for (const partnerName of ['Őry & Társa “Kft.”', 'Παπαδόπουλος', 'Иванов ООД', 'O’Brien-Łukaszewski', 'Ünal Şti.'])
    assert.deepEqual(problemsOf({ partnerName }), {});
});
