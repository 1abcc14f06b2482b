import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer';
import { MailRefused, type OutgoingMail, type Mailer } from './mailer.ts';

/** Milliseconds for each phase of an SMTP session; together they end before `idle_in_transaction_session_timeout` (30 s). */
const phaseMs = 20_000;
const wholeMs = 25_000;

/** Returns a function that composes complete RFC 5322 messages. @param from the sender, as `Name <address>` */
export function messageComposer(from: string): (mail: OutgoingMail) => Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (mail) => {
    const { message } = await transport.sendMail(toOptions(mail, from));
    if (!Buffer.isBuffer(message)) throw new Error('The composer was asked for a buffer');
    return message;
  };
}

/**
 * Sends through the mail server of SMTP_URL. Certificates are verified; a password is never sent unencrypted to another machine.
 * @param options.url `smtp://user:password@host:port` or `smtps://…`; nodemailer's options may follow as a query string
 * @param options.from `Name <address>`
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: phaseMs,
    greetingTimeout: phaseMs,
    socketTimeout: phaseMs,
    dnsTimeout: phaseMs,
    ...(needsEncryption(new URL(url)) && { requireTLS: true }),
  });
  const send = async (mail: OutgoingMail): Promise<void> => {
    try {
      await transport.sendMail({ ...toOptions(mail, from), signal: AbortSignal.timeout(wholeMs) });
    } catch (error) {
      if (isRefusal(error as NodemailerError)) throw new MailRefused((error as Error).message, { cause: error });
      throw error;
    }
  };
  return { send };
}

function toOptions(mail: OutgoingMail, from: string): SendMailOptions {
  return {
    from,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    headers: { 'Content-Language': mail.language, 'Auto-Submitted': 'auto-generated' },
    attachments: mail.attachments ?? [],
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function needsEncryption(url: URL): boolean {
  return url.username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}

/** Whether the recipient or the message was refused permanently (5xx). 530 is no such refusal: it asks for authentication. */
function isRefusal({ responseCode = 0, command = '', code }: NodemailerError): boolean {
  if (code === 'EENVELOPE' && command === 'API') return true;
  return ['RCPT TO', 'DATA'].includes(command) && responseCode >= 500 && responseCode < 600 && responseCode !== 530;
}
