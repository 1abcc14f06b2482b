import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { serviceProviders } from './films/videos.ts';
import { language } from './primitives.ts';

/** A customer's testimonial, in the customer's own language. */
const testimonial = z.object({ quote: z.string(), author: z.string(), language });
export type Testimonial = z.output<typeof testimonial>;

export const siteInfo = endpoint({
  method: 'GET',
  path: '/site.json',
  access: 'public',
  summary: 'What the pages need to know about the installation.',
  reply: z.object({
    productName: z.string(),
    supportEmail: z.string(),
    /** Whether payments go to the test checkout, which charges no card. */
    sandboxCheckout: z.boolean(),
    /** Whether mails can be read at /dev/mail. */
    mailbox: z.boolean(),
    /** The video provider; null if the database is not available. */
    filmsBy: z.nullable(z.enum(serviceProviders)),
    /** Shown on the landing page; if null, the page shows its examples. */
    testimonials: z.nullable(z.array(testimonial)),
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
