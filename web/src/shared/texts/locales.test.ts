import { consentTexts } from '@keepsake/contract/accounts/consent-texts';
import { consentTextVersion } from '@keepsake/contract/orders/payment';
import { type Language, languages } from '@keepsake/contract/primitives';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'vitest';

type Translation = Exclude<Language, 'en'>;
type Tree = { [key: string]: string | Tree };

const folder = path.join(import.meta.dirname, '../../../public/locales');
const translations = languages.filter((language): language is Translation => language !== 'en');

/** Product names, which are the same in every language. */
const properNames = ['luma', 'dream', 'machine', 'agents'];

/** Words a language has in common with English. */
const sameAsEnglish: Record<Translation, readonly string[]> = {
  hu: ['film'],
  de: ['administrator', 'code', 'cookies', 'film', 'illustration', 'name', 'newsletter', 'status'],
  fr: [
    'action',
    'code',
    'cookies',
    'film',
    'films',
    'illustration',
    'menu',
    'module',
    'note',
    'notifications',
    'page',
    'photo',
    'photos',
    'questions',
    'total',
    'version',
    'versions',
  ],
  es: ['cookies', 'error', 'total'],
};

const english = textsOf('en');

for (const language of languages) {
  describe(`the texts in ${language}`, () => {
    const texts = textsOf(language);
    const expected = [...new Set([...english.keys()].flatMap((key) => keysIn(language, key)))];

    test('none is missing', () => assert.deepEqual(without(expected, texts), []));

    test('none is left over', () => assert.deepEqual(without([...texts.keys()], new Set(expected)), []));

    test('none is empty', () =>
      assert.deepEqual(
        keysWhere(texts, (text) => text.trim() === ''),
        [],
      ));

    test('each has the placeholders of the English text', () => {
      assert.deepEqual(
        keysWhere(texts, (text, key) => placeholders(text) !== placeholders(inEnglish(key))),
        [],
      );
    });

    test('the consents are those the contract keeps, word for word', () => {
      const { guidelines, finalSale } = consentTexts[consentTextVersion]?.[language] ?? {};
      assert.equal(texts.get('wizard:consents.guidelines'), guidelines);
      assert.equal(texts.get('wizard:consents.finalSale'), finalSale);
    });
  });
}

for (const language of translations) {
  test(`the texts in ${language} are translated`, () => {
    const texts = textsOf(language);
    const shared = [...sameAsEnglish[language], ...properNames];
    const asInEnglish = keysWhere(texts, (text, key) => text === inEnglish(key) && wordsOf(text).join('').length > 3);
    const words = new Set(asInEnglish.flatMap((key) => wordsOf(texts.get(key) ?? '')));
    const left = asInEnglish.filter((key) => wordsOf(texts.get(key) ?? '').some((word) => !shared.includes(word)));
    assert.deepEqual(left, [], 'left in English');
    assert.deepEqual(without([...shared], words), [], 'allowed, but not in use');
  });
}

test('in French no line begins with a sign that belongs to the word before it', () => {
  assert.deepEqual(
    keysWhere(textsOf('fr'), (text) => /[^\u00a0][;:!?»]|«[^\u00a0]/.test(text)),
    [],
  );
});

/** Every text of a language, by area and path: `wizard:price.total`. */
function textsOf(language: Language): Map<string, string> {
  const files = readdirSync(path.join(folder, language)).filter((file) => file.endsWith('.json'));
  return new Map(
    files.flatMap((file) => {
      const tree = JSON.parse(readFileSync(path.join(folder, language, file), 'utf8')) as Tree;
      return flat(tree, `${path.basename(file, '.json')}:`);
    }),
  );
}

function flat(tree: Tree, prefix: string): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : flat(value, `${prefix}${name}.`),
  );
}

/** The keys a language needs for a key of the English texts: a counted text has one for each of its plural forms. */
function keysIn(language: Language, key: string): string[] {
  const stem = countedStem(key);
  if (stem === null) return [key];
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories.map((form) => `${stem}_${form}`);
}

/** `set.photos` for any plural form of it; null for texts that count nothing. */
function countedStem(key: string): string | null {
  const stem = /^(.+)_(?:zero|one|two|few|many|other)$/.exec(key)?.[1];
  return stem !== undefined && english.has(`${stem}_other`) ? stem : null;
}

/** A plural form English does not have is compared with its `_other`. */
function inEnglish(key: string): string {
  return english.get(key) ?? english.get(`${countedStem(key)}_other`) ?? '';
}

function placeholders(text: string): string {
  return [...new Set(text.match(/\{\{.*?\}\}/g))].toSorted().join(' ');
}

function wordsOf(text: string): string[] {
  return (
    text
      .replaceAll(/\{\{.*?\}\}/g, '')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  );
}

function keysWhere(texts: Map<string, string>, test: (text: string, key: string) => boolean): string[] {
  return [...texts].filter(([key, text]) => test(text, key)).map(([key]) => key);
}

function without(keys: string[], known: { has: (key: string) => boolean }): string[] {
  return keys.filter((key) => !known.has(key));
}
