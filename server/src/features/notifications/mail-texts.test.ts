import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import { consentTexts } from '@keepsake/contract/accounts/consent-texts';
import { type AgreedKind, agreedKinds, standInKinds } from '@keepsake/contract/films/lacks';
import { consentTextVersion } from '@keepsake/contract/orders/payment';
import { languages, type Language } from '@keepsake/contract/primitives';
import { adminAlertEmail, verificationEmail } from './account.email.ts';
import { mailPayloads } from '../journal/mail-kinds.ts';
import { filmsReadyEmail, lateFilmsReadyEmail } from './bucket.email.ts';
import { orderConfirmedEmail } from './order.email.ts';
import { bucketId, contextIn, invoice, mailedFilm, mailFixtures, order } from './preview/mail-fixtures.ts';

/** The visible text of the HTML. */
function visible(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');
}

const mails = Object.values(mailFixtures).flatMap((forms) => Object.entries(forms));

for (const [name, render] of mails) {
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
        test(`in ${language} contains no English text`, () => {
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
      assert.ok(!html.includes('<img src=x') && !html.includes('alert(1)">'));
      assert.ok(html.includes('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#x27;quoted&#x27;'));
      assert.doesNotMatch(html, /&amp;(amp|lt|gt|quot|#x27);/, 'and only once');
    });
  });
}

test('lists of mails show the first words, which the mail itself hides', () => {
  const { html } = filmsReadyEmail(contextIn('en'), { done: 2, failed: 0 }, { id: bucketId, keptUntil: null });
  const body = html.slice(html.indexOf('<body'));
  assert.match(body, /^<body[^>]*><div style="display:none;[^"]*">2 films of your memory set are ready/);
});

test('lists of mails show nothing behind the first words, however long the list’s lines are', () => {
  const { html, text } = filmsReadyEmail(contextIn('en'), { done: 2, failed: 0 }, { id: bucketId, keptUntil: null });
  const [, filler = ''] = /download\.((?:&#?\w+;)+)<\/div>/.exec(html) ?? [];
  assert.ok(filler.split(';').length > 150, `${filler.split(';').length} characters without width`);
  assert.doesNotMatch(filler.replaceAll(/&(?:#847|zwnj|nbsp|#8199|shy);/g, ''), /./);
  assert.ok(!html.includes('<wbr') && !text.includes('&#'));
});

test('a mail of ready films shows one of them from inside the message, and its link opens it', () => {
  const url = `https://films.example/dashboard?bucket=${bucketId}&film=${mailedFilm.id}`;
  const set = { id: bucketId, keptUntil: null, film: mailedFilm };
  for (const mail of [
    filmsReadyEmail(contextIn('de'), { done: 2, failed: 0 }, set),
    lateFilmsReadyEmail(contextIn('de'), { done: 2, failed: 0 }, set),
  ]) {
    const [picture] = /<img[^>]*>/.exec(mail.html) ?? assert.fail('no picture');
    assert.match(picture, /^<img src="cid:film" alt="Ein Bild aus dem Film: Lächeln \(oma-1952\.jpg\)"/);
    assert.match(picture, / width="300" height="360"/);
    assert.deepEqual(
      mail.attachments?.map(({ cid, contentType }) => [cid, contentType]),
      [['film', 'image/jpeg']],
    );
    assert.equal(mail.html.split(`href="${url.replace('&', '&amp;')}"`).length, 3, 'the picture and the button');
    assert.ok(mail.text.includes(`Der Link öffnet diesen Film: Lächeln (oma-1952.jpg)`));
    assert.ok(mail.text.includes(`Filme ansehen:\n${url}\n`));
    assert.doesNotMatch(mail.text, /\n{3}/);
  }
});

test('a mail of ready films names the film that its link opens after what it shows', () => {
  for (const language of languages) {
    const context = contextIn(language);
    for (const standIn of standInKinds) {
      const film = { ...mailedFilm, number: 2, standIn };
      for (const mail of [filmsReadyEmail, lateFilmsReadyEmail]) {
        const { text, html } = mail(context, { done: 2, failed: 0 }, { id: bucketId, keptUntil: null, film });
        const name = `${context.texts.standIns[standIn]} (oma-1952.jpg)`;
        assert.ok(text.includes(context.texts.filmsReady.opens(name)), text);
        assert.ok(html.includes(`alt="${context.texts.filmsReady.picture(name)}"`), html);
      }
    }
  }
});

test('a mail of ready films without a picture attaches none, and one without a film leads to the set', () => {
  const set = { id: bucketId, keptUntil: null };
  const ready = (film?: typeof mailedFilm) =>
    filmsReadyEmail(contextIn('en'), { done: 1, failed: 0 }, { ...set, film });
  const bare = ready({ ...mailedFilm, picture: undefined });
  assert.deepEqual([bare.attachments, /<img/.test(bare.html)], [[], false]);
  assert.ok(bare.text.includes(`film=${mailedFilm.id}`));
  assert.match(ready().text, new RegExp(`/dashboard\\?bucket=${bucketId}\\n`));
});

test('a link that leads to no web page is refused', () => {
  assert.throws(() => verificationEmail(contextIn('en'), 'javascript:alert(1)'), /may only link to http/);
});

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
    '2 weitere Filme zu je 50,00 $: 100,00 $',
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

test('an order’s further films, of another effect or a version, are called films, as in the cart', () => {
  for (const language of languages) {
    const { lines } = contextIn(language).texts.orderConfirmed;
    const cart = JSON.parse(
      readFileSync(new URL(`../../../../web/public/locales/${language}/wizard.json`, import.meta.url), 'utf8'),
    ) as { price: { line: Record<string, string> } };
    const { variants_other: further = '', variant_discount: discount = '' } = cart.price.line;
    assert.equal(lines.variants(13, '$1.99'), further.replace('{{count}}', '13').replace('{{price}}', '$1.99'));
    assert.equal(lines.variant_discount('5%'), discount.replace('{{percent}}', '5%'));
    assert.match(further, /film|película/i);
  }
});

test('what was agreed to is repeated by the mails of the order and of its films, in the words of the pages', () => {
  for (const language of languages) {
    const context = contextIn(language);
    const { agreed, asAgreed } = JSON.parse(
      readFileSync(new URL(`../../../../web/public/locales/${language}/common.json`, import.meta.url), 'utf8'),
    ) as { agreed: string; asAgreed: Record<AgreedKind, string> };
    const action = { en: 'Wave', de: 'Winken', hu: 'Integetés', fr: 'Faire coucou', es: 'Saludar' };
    for (const standIn of agreedKinds) {
      const films = [1, 2].map((at) => ({ photo: `p${at}.jpg`, action, standIn }));
      const name = (photo: string) => `${action[language]} (${photo})`;
      const line = agreed
        .replace('{{film}}', `${name('p1.jpg')}, ${name('p2.jpg')}`)
        .replace('{{shown}}', asAgreed[standIn]);
      const set = { id: bucketId, keptUntil: null };
      // Two versions of an effect are named once.
      const replaced = { done: 3, failed: 0, agreed: [...films, ...films] };
      for (const { text } of [
        orderConfirmedEmail(context, { ...order, agreed: films }, { id: bucketId, invoice: undefined }),
        filmsReadyEmail(context, replaced, set),
        lateFilmsReadyEmail(context, replaced, set),
      ])
        assert.ok(text.includes(`> ${line}`), `${line}\n in \n${text}`);
    }
  }
});

test('how many show a film is said by its mail in the words of the pages, once for several films', () => {
  for (const language of languages) {
    const context = contextIn(language);
    const { agreed, partly } = JSON.parse(
      readFileSync(new URL(`../../../../web/public/locales/${language}/common.json`, import.meta.url), 'utf8'),
    ) as { agreed: string; partly: Record<string, string> };
    const action = { en: 'Laugh', de: 'Lachen', hu: 'Nevetés', fr: 'Rire', es: 'Reír' };
    const name = (photo: string) => `${action[language]} (${photo})`;
    const films = ['p1.jpg', 'p1.jpg', 'p2.jpg'].map((photo) => ({ photo, action }));
    for (const count of [1, 2])
      for (const kind of ['faces', 'hands'] as const) {
        const shown = partly[`${kind}_${count === 1 ? 'one' : 'other'}`] ?? '';
        const line = agreed
          .replace('{{film}}', `${name('p1.jpg')}, ${name('p2.jpg')}`)
          .replace('{{shown}}', shown.replace('{{count}}', String(count)).replace('{{total}}', '5'));
        const ready = { done: 3, failed: 0, partly: films.map((film) => ({ ...film, of: kind, count, total: 5 })) };
        for (const mail of [filmsReadyEmail, lateFilmsReadyEmail]) {
          const { text } = mail(context, ready, { id: bucketId, keptUntil: null });
          assert.equal(text.match(/^> .*$/gm)?.join('\n'), `> ${line}`, text);
        }
      }
  }
});

test('what nobody agreed to is named by the mails of the films, and owed in the words of the pages', () => {
  for (const language of languages) {
    const pages = (name: string): Record<string, string> =>
      JSON.parse(
        readFileSync(new URL(`../../../../web/public/locales/${language}/${name}.json`, import.meta.url), 'utf8'),
      );
    const { owed = '' } = pages('films');
    const context = contextIn(language);
    const action = { en: 'Wave', de: 'Winken', hu: 'Integetés', fr: 'Faire coucou', es: 'Saludar' };
    const film = { photo: 'p1.jpg', action, standIn: 'nod' as const };
    const agreed = context.texts.asAgreed([`${action[language]} (p1.jpg)`], 'nod');
    for (const isOwed of [true, false]) {
      const ready = { done: 1, failed: 0, replaced: [{ ...film, isOwed }] };
      for (const mail of [filmsReadyEmail, lateFilmsReadyEmail]) {
        const { text } = mail(context, ready, { id: bucketId, keptUntil: null });
        const [, line = ''] = /^> (.*)$/m.exec(text) ?? [];
        assert.ok(line.startsWith(`${action[language]} (p1.jpg)`), text);
        // The same noun, without "as agreed".
        assert.ok(agreed.startsWith(line.slice(0, -1)) && agreed !== line, `${line} and ${agreed}`);
        assert.equal(text.includes(owed), isOwed, text);
      }
    }
  }
});

test('an order carries its invoice under a name that every disk takes, and nothing if it follows', () => {
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
  const { subject, html, text } = verificationEmail(contextIn('en', { readerName }), 'https://films.example/');
  for (const form of [subject, visible(html), text]) assert.doesNotMatch(form, /[\u202E\u200B\u00AD]/);
  for (const form of [visible(html), text]) assert.match(form, /Ágnes Őry/);
});

test('a mail that was queued with the number of replaced films alone can still be sent', () => {
  for (const kind of ['films-ready', 'late-films-ready'] as const)
    assert.deepEqual(mailPayloads[kind].parse({ done: 2, failed: 0, replaced: 1 }), {
      done: 2,
      failed: 0,
      replaced: [],
    });
});
