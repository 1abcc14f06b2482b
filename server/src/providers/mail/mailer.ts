export interface OutgoingMail {
  to: { name: string; address: string };
  subject: string;
  html: string;
  text: string;
  /** Message-ID: stable per mail, so that mail servers can recognise a repeat after a crash. */
  messageId: string;
  language: string;
  attachments?: MailAttachment[];
}

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
  /** Content id of a picture that the HTML shows as `cid:…`. It is part of the message, so no request is made for it. */
  cid?: string;
}

/** Delivers messages to a mail server, or to the local outbox. */
export interface Mailer {
  /** Resolves when the message is accepted. @throws MailRefused if a retry is useless (a bad address); after any other error the mail may be retried */
  send(mail: OutgoingMail): Promise<void>;
}

export class MailRefused extends Error {
  override name = 'MailRefused';
}
