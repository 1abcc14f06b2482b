import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const siteInfo = endpoint({
  method: 'GET',
  path: '/site.json',
  access: 'public',
  summary: 'What the pages need to know of the installation.',
  reply: z.object({
    productName: z.string(),
    supportEmail: z.string(),
    /** Payments go to the test checkout: no card is charged. */
    sandboxCheckout: z.boolean(),
    /** Mails can be read at /dev/mail. */
    mailbox: z.boolean(),
  }),
});

/** Pages that search engines may list. */
export const listedPaths = ['/', '/terms', '/made-here'] as const;

/** Pages that the build writes as HTML, with their files. */
export const prerenderedPages = { '/': 'landing.html', '/terms': 'terms.html' } as const;

/** Every address of the site that is a page; all others are answered with the page for unknown addresses and status 404. */
export const pagePaths = [
  '/',
  '/login',
  '/register',
  '/verify-email',
  '/forgot-password',
  '/reset-password',
  '/terms',
  '/made-here',
  '/shared',
  '/dashboard',
  '/process',
  '/upload',
  '/profile',
  '/invoice/:bucketId',
  '/payment/success',
  '/payment/cancel',
  '/admin',
] as const;
