import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { consentTexts } from '@keepsake/contract/consent-texts';
import { consentTextVersion } from '@keepsake/contract/payment';
import { languages, type Language } from '@keepsake/contract/primitives';
import type { MailPayload } from '../journal/mail-kinds.ts';
import {
  accountExistsEmail,
  dataExportReadyEmail,
  verificationEmail,
  adminAlertEmail,
  firstPasswordEmail,
  passwordChangedEmail,
  passwordResetEmail,
  twoStepChangedEmail,
} from './account.email.ts';
import { filmsReadyEmail, lateFilmsReadyEmail, deletionReminderEmail, unpaidReminderEmail } from './bucket.email.ts';
import type { MailContext, RenderedMail } from './mail-layout.ts';
import { orderConfirmedEmail, paymentFailedEmail } from './order.email.ts';
import { mailTexts } from './texts/mail-texts.ts';

const bucketId = '0199aa00-0000-7000-8000-000000000001';
const date = new Date('2026-12-20T10:00:00Z');
const link = 'https://films.example/verify-email?token=abc&userId=def';

const order: MailPayload<'order-confirmed'> = {
  amount: 112_345,
  currency: 'USD',
  lines: [
    { kind: 'base', quantity: 3, unitPrice: 40_000, amount: 120_000 },
    { kind: 'volume_discount', quantity: 3, percent: 10, amount: -12_000 },
    { kind: 'variants', quantity: 2, unitPrice: 5_000, amount: 10_000 },
    { kind: 'variant_discount', quantity: 2, percent: 5, amount: -500 },
    { kind: 'package_discount', quantity: 5, percent: 4, amount: -5_155 },
  ],
  consents: (['guidelines', 'final_sale'] as const).map((kind) => ({
    kind,
    textVersion: consentTextVersion,
    language: 'hu',
    givenAt: '2026-11-20T10:00:00.000Z',
  })),
};

const action = { en: 'Smile', hu: 'Mosoly', de: 'Lächeln', fr: 'Sourire', es: 'Sonrisa' };
const failures: MailPayload<'films-ready'>['failures'] = [
  { photo: 'oma-1952.jpg', action, number: 1, why: 'rules' },
  { photo: 'oma-1952.jpg', action, number: 2, why: 'rules' },
  { photo: 'opa.png', action, number: 1, why: 'photo' },
  { photo: 'opa.png', action, number: 2, why: 'late' },
  { photo: 'opa.png', action, number: 3, why: 'ours' },
];
const invoice = { number: 'KS / 2026-000001', pdf: Buffer.from('%PDF-') };

/** Every mail, with several numbers where words follow them. */
const mails: Record<string, (context: MailContext) => RenderedMail> = {
  verification: (context) => verificationEmail(context, link),
  'account exists': accountExistsEmail,
  'data export ready': dataExportReadyEmail,
  'password reset': (context) => passwordResetEmail(context, link),
  'first password': (context) => firstPasswordEmail(context, link),
  'password changed': (context) => passwordChangedEmail(context, date),
  'second step on': (context) => twoStepChangedEmail(context, 'on', date),
  'second step off': (context) => twoStepChangedEmail(context, 'off', date),
  'new recovery codes': (context) => twoStepChangedEmail(context, 'codes', date),
  'order confirmed': (context) => orderConfirmedEmail(context, order, { id: bucketId, invoice: 'follows' }),
  'order with invoice': (context) => orderConfirmedEmail(context, order, { id: bucketId, invoice }),
  'order free of charge': (context) =>
    orderConfirmedEmail(context, { ...order, amount: 0 }, { id: bucketId, invoice: undefined }),
  'payment failed': (context) => paymentFailedEmail(context, bucketId),
  'one film ready': (context) => filmsReadyEmail(context, { done: 1, failed: 0 }, { id: bucketId, keptUntil: date }),
  'films ready': (context) => filmsReadyEmail(context, { done: 4, failed: 0 }, { id: bucketId, keptUntil: date }),
  'some films failed': (context) => filmsReadyEmail(context, { done: 2, failed: 1 }, { id: bucketId, keptUntil: date }),
  'more films failed': (context) =>
    filmsReadyEmail(context, { done: 1, failed: 5, failures }, { id: bucketId, keptUntil: date }),
  'a late film ready': (context) =>
    lateFilmsReadyEmail(context, { done: 1, failed: 0 }, { id: bucketId, keptUntil: date }),
  'late films ready': (context) =>
    lateFilmsReadyEmail(context, { done: 3, failed: 1 }, { id: bucketId, keptUntil: date }),
  'a given film ready': (context) =>
    lateFilmsReadyEmail(context, { done: 1, failed: 0, given: true }, { id: bucketId, keptUntil: date }),
  'given films ready': (context) =>
    lateFilmsReadyEmail(context, { done: 3, failed: 0, given: true }, { id: bucketId, keptUntil: date }),
  'all films failed': (context) => filmsReadyEmail(context, { done: 0, failed: 2 }, { id: bucketId, keptUntil: null }),
  'deletion in a day': (context) => deletionReminderEmail(context, { bucketId, days: 1, date }),
  'deletion in a week': (context) => deletionReminderEmail(context, { bucketId, days: 7, date }),
  'unpaid, a day left': (context) => unpaidReminderEmail(context, { bucketId, days: 1, date }),
  'unpaid, days left': (context) => unpaidReminderEmail(context, { bucketId, days: 3, date }),
  alert: (context) => adminAlertEmail(context, 'Two payments for one set: session cs_1, set 2.'),
};

function contextIn(language: Language, more: Partial<MailContext> = {}): MailContext {
  return {
    language,
    texts: mailTexts[language],
    readerName: 'Ágnes Őry',
    productName: 'Keepsake',
    supportAddress: 'support@films.example',
    publicUrl: 'https://films.example',
    ...more,
  };
}

/** What a reader sees of the HTML. */
function visible(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');
}

for (const [name, render] of Object.entries(mails)) {
  describe(`the mail “${name}”`, () => {
    for (const language of languages) {
      test(`in ${language} is complete, with the same words in HTML and in text`, () => {
        const mail = render(contextIn(language));
        const seen = visible(mail.html);
        for (const form of [mail.subject, seen, mail.text]) {
          assert.doesNotMatch(form, /undefined|null|NaN|\[object|\$\{|\{\{|Invalid|=>/);
          assert.doesNotMatch(form, /\.\.|\s[,.]|,,|\(\)/, 'no stray punctuation');
        }
        assert.ok(mail.subject.length > 5 && mail.subject.length <= 70, mail.subject);
        assert.match(mail.html, new RegExp(`<html lang="${language}">`));
        for (const line of mail.text.split('\n').filter((one) => one && one !== '-- ')) {
          const words = line.replace(/^> /, '').replace(/:$/, '').replace(/\s+/g, ' ');
          // A row of an order is one line of text and two cells of HTML.
          for (const part of name.startsWith('order ') ? words.split(': ') : [words]) {
            assert.ok(seen.includes(part), `“${part}” is missing in: ${seen}`);
          }
        }
      });

      if (language !== 'en') {
        test(`in ${language} has no English left in it`, () => {
          const english = sentences(render(contextIn('en')).text);
          const left = [...sentences(render(contextIn(language)).text)].filter((one) => english.has(one));
          assert.deepEqual(left, []);
        });
      }
    }

    test('escapes every value', () => {
      const trap = `<img src=x onerror="alert(1)"> & 'quoted'`;
      const context = contextIn('en', { readerName: trap, productName: trap, supportAddress: trap });
      const { html } = name === 'alert' ? adminAlertEmail(context, trap) : render(context);
      assert.ok(!html.includes('<img') && !html.includes('alert(1)">'));
      assert.ok(html.includes('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;quoted&#39;'));
      assert.doesNotMatch(html, /&amp;(amp|lt|gt|quot|#39);/, 'and only once');
    });
  });
}

/** Sentences of letters; quotations, links and names aside. */
function sentences(text: string): Set<string> {
  const own = text.split('\n').filter((line) => !line.startsWith('> '));
  const parts = own.flatMap((line) => line.split(/(?<=[.:!?]) /));
  return new Set(parts.filter((part) => /\p{L}{3}.*\s/u.test(part) && !/https?:|Ágnes/.test(part)));
}

test('an order names its lines, its total and both consents in the words in which they were given', () => {
  const { text } = orderConfirmedEmail(contextIn('de'), order, { id: bucketId, invoice });
  const plain = text.replaceAll('\u00a0', ' ');
  for (const line of [
    '3 Fotos zu je 400,00 $: 1.200,00 $',
    'Rabatt für mehrere Fotos (10 %): -120,00 $',
    '2 weitere Versionen zu je 50,00 $: 100,00 $',
    'Bezahlter Betrag: 1.123,45 $',
    'Vor der Zahlung haben Sie am 20. November 2026 bestätigt:',
    `> ${consentTexts[consentTextVersion]?.hu.guidelines}`,
    `> ${consentTexts[consentTextVersion]?.hu.finalSale}`,
    `https://films.example/dashboard?bucket=${bucketId}`,
    'Ihre Rechnung KS / 2026-000001 finden Sie im Anhang.',
  ]) {
    assert.ok(plain.includes(line), `${line}\n in \n${plain}`);
  }
});

test('an order carries its invoice under a name that every disk takes, and nothing where it follows', () => {
  const attached = (of: 'follows' | typeof invoice | undefined) =>
    orderConfirmedEmail(contextIn('en'), order, { id: bucketId, invoice: of }).attachments?.map(
      ({ filename }) => filename,
    );
  assert.deepEqual(attached(invoice), ['KS-2026-000001.pdf']);
  assert.deepEqual(attached('follows'), []);
  assert.deepEqual(attached(undefined), []);
});

test('forints are whole, in the reader’s format', () => {
  const { text } = orderConfirmedEmail(
    contextIn('hu'),
    { ...order, currency: 'HUF', amount: 1_500_000 },
    { id: bucketId, invoice: undefined },
  );
  assert.ok(text.replaceAll('\u00a0', ' ').includes('Kifizetett összeg: 15 000 Ft'), text);
});

test('numbers agree with their words', () => {
  const ready = (language: Language, done: number, failed = 0) =>
    filmsReadyEmail(contextIn(language), { done, failed }, { id: null, keptUntil: null });
  assert.match(ready('en', 1).text, /1 film of your memory set is ready/);
  assert.match(ready('en', 2).text, /2 films of your memory set are ready/);
  assert.match(ready('de', 1, 1).text, /1 Film konnte bisher/);
  assert.match(ready('de', 1, 2).text, /2 Filme konnten bisher/);
  assert.match(ready('fr', 2, 1).text, /1 film n’a pas encore pu/);
  assert.match(ready('es', 2, 3).text, /3 películas no se han podido/);
  assert.match(ready('hu', 2).text, /2 filmje elkészült/);
});

test('the consents are there in every language and for the film in force', () => {
  for (const language of languages) {
    const texts = consentTexts[consentTextVersion]?.[language];
    assert.ok(texts?.guidelines && texts.finalSale, language);
  }
});

test('a name is printed without invisible characters and without those that turn the words around it', () => {
  const readerName = 'Ágnes\u202E\u200B Ő\u00ADry';
  const { subject, html, text } = verificationEmail(contextIn('en', { readerName }), link);
  for (const form of [subject, visible(html), text]) assert.doesNotMatch(form, /[\u202E\u200B\u00AD]/);
  for (const form of [visible(html), text]) assert.match(form, /Ágnes Őry/);
});
