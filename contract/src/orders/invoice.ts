import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { currency, date, id, idParams, language, message, pageQuery, time } from '../primitives.ts';
import { isPrintable, toPrintable } from '../printable.ts';
import { taxNumberExample } from './tax-numbers.ts';

/** ISO 3166-1 alpha-2 codes in use. */
export const country = z.string().check(
  z.regex(/^[A-Z]{2}$/),
  z.refine((code) => countries.includes(code), 'not_allowed'),
);

/** Text that an invoice can print, normalised to its printed form. */
function printed(max: number): z.ZodMiniString {
  return z
    .string()
    .check(
      z.overwrite(toPrintable),
      z.minLength(1),
      z.maxLength(max),
      z.regex(/^[^\p{Cc}]*$/u),
      z.refine(isPrintable, 'not_printable'),
    ) as z.ZodMiniString;
}

const fields = z.object({
  partnerName: printed(200),
  partnerTaxNumber: z.optional(z.union([z.literal(''), z.null(), printed(40)])),
  partnerAddress: printed(200),
  partnerCity: printed(100),
  partnerPostCode: printed(20),
  partnerCountry: z._default(country, 'HU'),
  currency: z.optional(currency),
  language: z._default(language, 'hu'),
  paymentMethod: z._default(z.literal('bankcard'), 'bankcard'),
  fulfillmentDate: z.optional(date),
  dueDate: z.optional(date),
});

/** Checks a tax number against its country's format, if that is known. */
const taxNumberOfCountry = z.check<z.output<typeof fields>>(({ value, issues }) => {
  const example = value.partnerTaxNumber && taxNumberExample(value.partnerTaxNumber, value.partnerCountry);
  if (!example) return;
  issues.push({
    code: 'custom',
    message: 'not_tax_number',
    params: { example },
    path: ['partnerTaxNumber'],
    input: value,
  });
});

/** What the customer fills in. Currency and dates are set by the server when the invoice is issued; a sent currency is ignored. */
export const invoiceFields = fields.check(taxNumberOfCountry);
export type InvoiceFields = z.output<typeof invoiceFields>;

export const invoice = z.object({
  id,
  bucketId: z.nullable(id),
  partnerName: z.string(),
  partnerTaxNumber: z.nullable(z.string()),
  partnerAddress: z.string(),
  partnerCity: z.string(),
  partnerPostCode: z.string(),
  partnerCountry: z.string(),
  currency,
  language,
  paymentMethod: z.string(),
  fulfillmentDate: date,
  dueDate: date,
});
export type Invoice = z.output<typeof invoice>;

/** Status of a paid set's invoice. An administrator must solve `failed` and `unknown`; the customer waits. */
export const invoiceIssue = z.object({
  state: z.enum(['to_issue', 'issuing', 'unknown', 'issued', 'failed']),
  number: z.nullable(z.string()),
  /** Signed and expiring: request it again instead of storing it. */
  pdfUrl: z.nullable(z.string()),
  /** Whether its data can still be changed: no issuer was called yet. */
  correctable: z.boolean(),
});
export type InvoiceIssue = z.output<typeof invoiceIssue>;

export const lastInvoice = endpoint({
  method: 'GET',
  path: '/api/invoice/last',
  access: 'user',
  summary: 'Your latest invoice data, to prefill the form.',
  reply: z.object({ invoice: z.nullable(invoice) }),
});

export const bucketInvoice = endpoint({
  method: 'GET',
  path: '/api/invoice/bucket/:id',
  access: 'user',
  summary:
    'Invoice data of one of your sets and, once it is paid, the invoice itself; nothing is issued if nothing was charged.',
  params: idParams,
  reply: z.object({ invoice, issue: z.nullable(invoiceIssue) }),
  errors: ['invoice_not_found'],
});

export const saveInvoice = endpoint({
  method: 'POST',
  path: '/api/invoice',
  access: 'user',
  summary:
    'Save the invoice data of a set; saving again replaces it. For a paid set it can be corrected until the invoice is requested from an issuer.',
  body: z.extend(fields, { bucketId: id }).check(taxNumberOfCountry),
  reply: z.object({ invoiceId: id, invoice }),
  errors: ['not_found', 'bucket_not_editable'],
});

export const failedInvoice = z.object({
  id,
  /** Null once the set is deleted. */
  bucketId: z.nullable(id),
  partnerName: z.string(),
  /** Major units. */
  amount: z.number(),
  currency,
  paidAt: time,
  /** The issuer's text. */
  reason: z.string(),
});
export type FailedInvoice = z.output<typeof failedInvoice>;

export const listFailedInvoices = endpoint({
  method: 'GET',
  path: '/api/admin/failed-invoices',
  access: 'admin',
  summary: 'Invoices that failed permanently, longest paid first.',
  query: pageQuery(limits.adminPageSize),
  reply: z.object({ data: z.array(failedInvoice), total: z.int() }),
});

export const retryInvoice = endpoint({
  method: 'POST',
  path: '/api/admin/retry-invoice/:id',
  access: 'admin',
  summary:
    'Retry a failed invoice: if it may exist it is looked up at its issuer first, and requested only if it does not exist.',
  params: idParams,
  reply: message,
  errors: ['retry_not_possible'],
});

/** ISO 3166-1 alpha-2 codes of all countries and territories. */
export const countries = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT ' +
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ ' +
  'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');
