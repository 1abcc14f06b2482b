import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Email } from 'postal-mime';
import type { Mailer, OutgoingMail } from './mailer.ts';

export interface MailerUnderTest {
  mailer: Mailer;
  /** The messages that arrived, oldest first: as raw text and parsed. */
  arrived(): Promise<{ raw: string; mail: Email }[]>;
}

export const sender = 'Keepsake <films@keepsake.example>';

export const letter: OutgoingMail = {
  to: { name: 'Ágnes Őry', address: 'agnes@example.com' },
  subject: 'Elkészültek a filmjei ✓',
  html: '<p>Őszintén szólva: <b>kész</b>.</p>',
  text: 'Őszintén szólva: kész.',
  messageId: '<0199aa00-0000-7000-8000-000000000001@keepsake.example>',
  language: 'hu',
};

/** Tests that every mailer must pass. */
export function testMailer(name: string, start: () => Promise<MailerUnderTest>): void {
  test(`${name}: a message arrives as HTML and plain text, with its language and sender`, async () => {
    const { mailer, arrived } = await start();
    await mailer.send(letter);
    const [{ mail, raw } = assert.fail('nothing arrived')] = await arrived();
    assert.equal(mail.subject, letter.subject);
    assert.equal(mail.html?.trim(), letter.html);
    assert.equal(mail.text?.trim(), letter.text);
    assert.deepEqual(mail.to, [{ name: 'Ágnes Őry', address: 'agnes@example.com' }]);
    assert.deepEqual(mail.from, { name: 'Keepsake', address: 'films@keepsake.example' });
    assert.equal(mail.messageId, letter.messageId);
    assert.match(raw, /^Content-Type: multipart\/alternative;/m);
    assert.match(raw, /^Content-Language: hu\r$/m);
    assert.match(raw, /^Auto-Submitted: auto-generated\r$/m);
    assert.ok(mail.date && Math.abs(Date.parse(mail.date) - Date.now()) < 60_000, 'dated now');
  });

  test(`${name}: a name or subject with line breaks adds neither headers nor recipients`, async () => {
    const { mailer, arrived } = await start();
    const trap = 'Ada\r\nBcc: thief@example.com\r\nX-Trap: 1';
    await mailer.send({ ...letter, to: { name: trap, address: 'ada@example.com' }, subject: trap });
    const [{ mail } = assert.fail('nothing arrived')] = await arrived();
    assert.deepEqual(
      mail.to?.map((to) => to.address),
      ['ada@example.com'],
    );
    assert.deepEqual(mail.bcc ?? [], []);
    assert.deepEqual(
      mail.headers.filter(({ key }) => key === 'bcc' || key === 'x-trap'),
      [],
    );
  });

  test(`${name}: a display name that looks like addresses stays a display name`, async () => {
    const { mailer, arrived } = await start();
    const name = 'thief@example.com, "Ada" <other@example.com>';
    await mailer.send({ ...letter, to: { name, address: 'ada@example.com' } });
    const [{ mail } = assert.fail('nothing arrived')] = await arrived();
    assert.deepEqual(mail.to, [{ name, address: 'ada@example.com' }]);
  });

  test(`${name}: an attachment arrives byte for byte`, async () => {
    const { mailer, arrived } = await start();
    const content = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 256));
    await mailer.send({
      ...letter,
      attachments: [{ filename: 'számla.pdf', contentType: 'application/pdf', content }],
    });
    const [{ mail } = assert.fail('nothing arrived')] = await arrived();
    const [attachment] = mail.attachments;
    assert.equal(attachment?.filename, 'számla.pdf');
    assert.equal(attachment?.mimeType, 'application/pdf');
    assert.ok(attachment && Buffer.from(attachment.content as ArrayBuffer).equals(content));
  });

  test(`${name}: a picture of the HTML travels inside the message, and is found by its content id`, async () => {
    const { mailer, arrived } = await start();
    const attachments = [
      { filename: 'film.jpg', contentType: 'image/jpeg', content: Buffer.from('a picture'), cid: 'film' },
    ];
    await mailer.send({ ...letter, html: '<img src="cid:film" alt="A picture">', attachments });
    const [{ mail, raw } = assert.fail('nothing arrived')] = await arrived();
    const [picture = assert.fail('nothing attached')] = mail.attachments;
    assert.deepEqual(
      [picture.contentId, picture.disposition, picture.related, picture.mimeType],
      ['<film>', 'inline', true, 'image/jpeg'],
    );
    assert.ok(mail.text?.startsWith('Őszintén'), 'beside a text that does without it');
    assert.match(raw, /^Content-Type: multipart\/related;/m);
  });

  test(`${name}: many messages at once all arrive, each once`, async () => {
    const { mailer, arrived } = await start();
    const ids = Array.from(
      { length: 12 },
      (_, i) => `<0199aa00-0000-7000-8000-${String(i).padStart(12, '0')}@k.example>`,
    );
    await Promise.all(ids.map((messageId) => mailer.send({ ...letter, messageId })));
    const arrivedIds = (await arrived()).map(({ mail }) => mail.messageId);
    assert.deepEqual(arrivedIds.toSorted(), ids.toSorted());
  });
}
