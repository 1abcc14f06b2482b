import { login, register } from '@keepsake/contract/accounts/accounts';
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import * as z from 'zod/mini';
import { checkForm } from './check-form.ts';

function problemsOf(...input: Parameters<typeof checkForm>) {
  return { ...checkForm(...input).problems };
}

describe('checking a form', () => {
  test('calls an empty field required, whatever its other rules', () => {
    const problems = problemsOf(login.body, { email: ' ', password: '' }, {});
    assert.deepEqual(problems, { email: { code: 'required' }, password: { code: 'required' } });
  });

  test('names what is wrong with a filled field', () => {
    const typed = { name: 'M', email: 'marta@', password: 'short', defaultLanguage: 'en', newsletterConsent: false };
    const problems = problemsOf(register.body, typed, typed);
    assert.deepEqual(problems, { email: { code: 'not_email' }, password: { code: 'too_short', limit: 8 } });
  });

  test('answers with the cleaned values when all is well', () => {
    const check = checkForm(login.body, { email: ' Marta@Example.com ', password: ' x ' }, {});
    assert.deepEqual(check.success && check.output, { email: 'marta@example.com', password: ' x ' });
  });

  test('reports a rule of the form itself by its own code, beside other problems', () => {
    const schema = z
      .object({ a: z.string().check(z.minLength(1)), b: z.string() })
      .check(z.refine(({ a, b }) => a === b, { path: ['b'], message: 'passwords_differ', when: () => true }));
    const problems = problemsOf(schema, { a: '', b: 'x' }, {});
    assert.deepEqual(problems, { a: { code: 'required' }, b: { code: 'passwords_differ' } });
  });

  test('reads numbers if the form began with one', () => {
    const schema = z.object({ price: z.number().check(z.minimum(0.01)), note: z.string() });
    const check = (price: string) => checkForm(schema, { price, note: '5' }, { price: 1, note: '' });
    const good = check('4,99');
    assert.deepEqual(good.success && good.output, { price: 4.99, note: '5' });
    assert.deepEqual({ ...check('').problems }, { price: { code: 'required' } });
    assert.deepEqual({ ...check('0').problems }, { price: { code: 'too_small', limit: 0.01 } });
    for (const typed of [
      'much',
      '1,000',
      '1.000',
      '1 000',
      "1'000",
      '1,000.00',
      '0x10',
      '0b1',
      '1e3',
      'Infinity',
      '+5',
      '.5',
      '5.',
      '１２',
    ])
      assert.deepEqual({ ...check(typed).problems }, { price: { code: 'not_number' } }, typed);
    for (const [typed, price] of [
      ['1000', 1000],
      [' 1000.5 ', 1000.5],
      ['1000,50', 1000.5],
      ['007', 7],
    ] as const) {
      const read = check(typed);
      assert.equal(read.success && read.output.price, price, typed);
    }
  });
});
