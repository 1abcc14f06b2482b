import { country } from '@keepsake/contract/orders/invoice';
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { countryOptions } from './invoice-form.tsx';

test('every country is offered once, with a code the API takes and a name', () => {
  const options = countryOptions('en');
  assert.equal(options.length, 249);
  assert.equal(new Set(options.map(({ value }) => value)).size, 249);
  for (const { value, label } of options) {
    assert.ok(country.safeParse(value).success, value);
    assert.notEqual(label, value);
  }
});

test('names and order are those of the reader', () => {
  const labels = countryOptions('hu').map(({ label }) => label);
  assert.ok(labels.includes('Magyarország'));
  assert.ok(labels.indexOf('Örményország') > labels.indexOf('Oroszország'));
  assert.ok(labels.indexOf('Örményország') < labels.indexOf('Pakisztán'));
});
