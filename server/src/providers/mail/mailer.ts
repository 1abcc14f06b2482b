export interface OutgoingMail {
  to: { name: string; address: string };
  subject: string;
  html: string;
  text: string;
  /** Stable per mail, so that a repeat after a crash is recognisable. */
  messageId: string;
  language: string;
  attachments?: MailAttachment[];
}

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
  /** Of a picture that the HTML shows as `cid:…`. It travels inside the message: nobody is asked for it, and no address leads to it. */
  cid?: string;
}

/** Hands a message over for good: to a mail server, or to the local outbox. */
export interface Mailer {
  /** Resolves when the message is accepted. @throws MailRefused for good (a bad address), any other error is worth another try */
  send(mail: OutgoingMail): Promise<void>;
}

export class MailRefused extends Error {
  override name = 'MailRefused';
}
