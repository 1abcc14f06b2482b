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

/** Pages that search engines may index. */
export const listedPaths = ['/', '/terms', '/made-here'] as const;

/**
 * Every address of the site that is a page, with the page's name: the build writes a document for each page. All other addresses are
 * answered with the page "not found" and status 404.
 */
export const pages = {
  '/': 'landing',
  '/login': 'login',
  '/register': 'register',
  '/verify-email': 'verify-email',
  '/forgot-password': 'forgot-password',
  '/reset-password': 'reset-password',
  '/terms': 'terms',
  '/made-here': 'made-here',
  '/shared': 'shared',
  '/dashboard': 'dashboard',
  '/process': 'process',
  '/upload': 'process',
  '/profile': 'profile',
  '/invoice/:bucketId': 'invoice',
  '/payment/success': 'payment-success',
  '/payment/cancel': 'payment-cancel',
  '/admin': 'admin',
} as const;
