import assert from 'node:assert/strict';
import { test } from 'vitest';
import { AppError } from '../../../errors.ts';
import { checkNewPassword } from './password-rules.ts';

const owner = { name: 'Ada Kovács', email: 'ada.k@example.com' };

function problemOf(password: string, product = 'Keepsake'): unknown {
  try {
    checkNewPassword('password', password, owner, product);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AppError && error.fields?.['password']);
    const problems = error.body?.['problems'] as Record<string, { code: string }> | undefined;
    return problems?.['password']?.code;
  }
}

test('well-known passwords are refused in any case of letters', () => {
  for (const password of ['password', 'Password1', '12345678', 'QWERTYUIOP', 'iloveyou1', 'trustno1', 'sunshine1']) {
    assert.equal(problemOf(password), 'too_common', password);
  }
});

test('the names of the service are refused anywhere in a password', () => {
  for (const password of ['keepsake-keepsake', 'MyKeepsake2026', 'xxKEEPSAKExx'])
    assert.equal(problemOf(password), 'too_personal', password);
  assert.equal(problemOf('I like Oldfilms', 'OldFilms'), 'too_personal');
});

test('the user’s name or address with only digits and punctuation added is refused', () => {
  for (const password of ['AdaKovács1990', 'ada kovács', 'ada.k@example.com', 'Ada.K-12345', 'adak!!!!!']) {
    assert.equal(problemOf(password), 'too_personal', password);
  }
});

test('anything else is accepted: there are no composition rules', () => {
  for (const password of [
    'seven green bicycles',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaab',
    '8462 1973 5520',
    'Ada wears Kovács boots',
    '        x',
    '日本語のパスワード',
  ]) {
    assert.equal(problemOf(password), undefined, password);
  }
});
