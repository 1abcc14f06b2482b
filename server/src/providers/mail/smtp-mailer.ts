import type { Mailer } from './mailer.ts';
import { smtpSender } from './nodemailer.ts';

/** Sends through the mail server of SMTP_URL. @param options.from `Name <address>` */
export function createSmtpMailer(options: { url: string; from: string }): Mailer {
  return { send: smtpSender(options.url, options.from) };
}
