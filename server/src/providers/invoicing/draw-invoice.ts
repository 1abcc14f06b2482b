import { formatMoney, toMajor, roundToStep } from '@keepsake/contract/orders/money';
import type { Currency } from '@keepsake/contract/primitives';
import type { InvoiceLine } from './invoice-issuer.ts';
import type { InvoiceFacts } from './register.queries.ts';
import {
  element,
  group,
  heightOf,
  ink,
  newSheet,
  page,
  rule,
  toBytes,
  type Element,
  type Sheet,
  type Words,
} from './sheet.ts';
import { invoiceTexts, type InvoiceTexts } from './texts/invoice-texts.ts';

const left = page.margin;
const right = page.width - page.margin;
const full = right - left;
const half = full / 2 - 12;

/** An invoice on one page, in its language. */
export function drawInvoice(facts: InvoiceFacts): Promise<Buffer> {
  const { order, seller, number, issuedOn } = facts;
  const texts = invoiceTexts[order.language];
  const sheet = newSheet({
    title: `${texts.title} ${number}`,
    author: seller.name,
    language: order.language,
    date: new Date(`${issuedOn}T00:00:00Z`),
  });
  const words = wordsOf(facts, texts);
  const parts: Element[] = [];
  let y = drawHead(sheet, parts, facts, texts);
  y = drawParties(sheet, parts, facts, texts, y + 34);
  y = drawDates(sheet, parts, facts, texts, words, y + 28);
  y = drawLines(sheet, parts, facts, texts, words, y + 30);
  y = drawTotals(sheet, parts, facts, texts, words, y + 14);
  drawNotes(sheet, parts, facts, texts, words, y + 30);
  drawFoot(sheet, parts, facts, texts);
  sheet.addStructure(group(sheet, 'Document', parts, { lang: order.language, title: `${texts.title} ${number}` }));
  return toBytes(sheet);
}

/** Formats values for the reader's language. */
interface WordsOf {
  money(minor: number): string;
  percent(value: number): string;
  day(date: string): string;
  longDay(date: string): string;
}

function wordsOf({ order: { currency } }: InvoiceFacts, { locale }: InvoiceTexts): WordsOf {
  const utc = (style: 'medium' | 'long') => new Intl.DateTimeFormat(locale, { dateStyle: style, timeZone: 'UTC' });
  return {
    money: (minor) => formatMoney(toMajor(minor, currency), currency, locale),
    percent: (value) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(value / 100),
    day: (date) => utc('medium').format(new Date(date)),
    longDay: (date) => utc('long').format(new Date(date)),
  };
}

function drawHead(sheet: Sheet, parts: Element[], { seller, number }: InvoiceFacts, texts: InvoiceTexts): number {
  const y = 60;
  const brand: Words = { text: seller.brand, x: left, y: y + 2, width: half, size: 20, bold: true, color: ink.brand };
  const title: Words = { text: texts.title, x: right - half, y, width: half, size: 22, bold: true, align: 'right' };
  const under: Words = {
    text: number,
    x: right - half,
    y: y + 30,
    width: half,
    size: 11,
    align: 'right',
    color: ink.quiet,
  };
  parts.push(element(sheet, 'P', brand), element(sheet, 'H1', title, under));
  const end = Math.max(y + 48, brand.y + heightOf(sheet, brand)) + 16;
  rule(sheet, end);
  return end;
}

function drawParties(
  sheet: Sheet,
  parts: Element[],
  { seller, order }: InvoiceFacts,
  texts: InvoiceTexts,
  y: number,
): number {
  const { buyer, language } = order;
  const country = new Intl.DisplayNames(language, { type: 'region' }).of(buyer.country) ?? buyer.country;
  const columns = [
    { x: left, label: texts.seller, name: seller.name, rows: [seller.address, texts.taxNumber(seller.taxNumber)] },
    {
      x: left + half + 24,
      label: texts.buyer,
      name: buyer.name,
      rows: [
        buyer.address,
        `${buyer.postCode} ${buyer.city}`,
        country,
        ...(buyer.taxNumber ? [texts.taxNumber(buyer.taxNumber)] : []),
      ],
    },
  ];
  const ends = columns.map(({ x, label, name, rows }) => {
    const head: Words = { text: label, x, y, width: half, size: 9, color: ink.quiet };
    const first: Words = { text: name, x, y: y + 15, width: half, size: 12, bold: true };
    let bottom = first.y + heightOf(sheet, first) + 2;
    const below = rows.map((text): Words => {
      const row: Words = { text, x, y: bottom, width: half, size: 10.5 };
      bottom += heightOf(sheet, row) + 1;
      return row;
    });
    parts.push(element(sheet, 'H2', head), element(sheet, 'P', first, ...below));
    return bottom;
  });
  return Math.max(...ends);
}

function drawDates(
  sheet: Sheet,
  parts: Element[],
  { issuedOn, order }: InvoiceFacts,
  texts: InvoiceTexts,
  words: WordsOf,
  y: number,
): number {
  const entries = [
    [texts.issuedOn, words.day(issuedOn)],
    [texts.orderedOn, words.day(order.orderedOn)],
    [texts.suppliedOn, words.day(order.suppliedOn)],
    [texts.dueOn, words.day(order.dueOn)],
    [texts.payment, texts.bankCard],
  ] as const;
  const width = full / entries.length;
  rule(sheet, y);
  for (const [index, [label, value]] of entries.entries()) {
    const x = left + index * width;
    parts.push(
      element(
        sheet,
        'P',
        { text: label, x, y: y + 12, width: width - 8, size: 9, color: ink.quiet },
        { text: value, x, y: y + 26, width: width - 8, size: 10.5 },
      ),
    );
  }
  rule(sheet, y + 52);
  return y + 52;
}

const columns = [
  { x: left, width: full - 270, align: 'left' },
  { x: right - 262, width: 62, align: 'right' },
  { x: right - 190, width: 90, align: 'right' },
  { x: right - 90, width: 90, align: 'right' },
] as const;

function drawLines(
  sheet: Sheet,
  parts: Element[],
  { order }: InvoiceFacts,
  texts: InvoiceTexts,
  words: WordsOf,
  y: number,
): number {
  const row = (tag: string, cells: readonly string[], top: number, look: Partial<Words>): [Element, number] => {
    const all = cells.map((text, index): Words => ({ ...look, text, y: top, ...(columns[index] ?? columns[0]) }));
    const height = Math.max(...all.map((cell) => heightOf(sheet, cell)));
    const cellsOf = all.map((cell) => element(sheet, tag, cell));
    return [group(sheet, 'TR', cellsOf), top + height];
  };
  const heads = [texts.item, texts.quantity, texts.unitPrice, texts.amount];
  const [head, below] = row('TH', heads, y, { size: 9, color: ink.quiet });
  const rows = [head];
  let end = below + 8;
  rule(sheet, end);
  for (const line of order.lines) {
    const [next, bottom] = row('TD', lineCells(line, texts, words), end + 9, { size: 10.5 });
    rows.push(next);
    end = bottom + 9;
    rule(sheet, end);
  }
  parts.push(group(sheet, 'Table', rows));
  return end;
}

function lineCells(line: InvoiceLine, texts: InvoiceTexts, words: WordsOf): string[] {
  const names: Record<InvoiceLine['kind'], (percent: string) => string> = {
    base: () => texts.photos,
    variants: () => texts.furtherFilms,
    volume_discount: texts.volumeDiscount,
    variant_discount: texts.variantDiscount,
    package_discount: texts.packageDiscount,
  };
  const isDiscount = line.unitPrice === undefined;
  return [
    names[line.kind](words.percent(line.percent ?? 0)),
    isDiscount ? '' : String(line.quantity),
    isDiscount ? '' : words.money(line.unitPrice ?? 0),
    words.money(line.amount),
  ];
}

function drawTotals(
  sheet: Sheet,
  parts: Element[],
  { order, vat: { percent } }: InvoiceFacts,
  texts: InvoiceTexts,
  words: WordsOf,
  y: number,
): number {
  const { net, vat } = vatShare(order.total, percent, order.currency);
  const entries = [
    { label: texts.net, value: net, look: { size: 10.5, color: ink.quiet } },
    { label: texts.vat(words.percent(percent)), value: vat, look: { size: 10.5, color: ink.quiet } },
    { label: texts.total, value: order.total, look: { size: 14, bold: true } },
  ];
  const from = right - 262;
  let top = y;
  for (const { label, value, look } of entries) {
    if (look.bold) {
      rule(sheet, top + 4, from);
      top += 14;
    }
    const name: Words = { text: label, x: from, y: top, width: 150, ...look };
    const sum: Words = { text: words.money(value), x: right - 110, y: top, width: 110, align: 'right', ...look };
    parts.push(element(sheet, 'P', name, sum));
    top += heightOf(sheet, name) + 4;
  }
  return top;
}

function drawNotes(
  sheet: Sheet,
  parts: Element[],
  { order, vat, seller }: InvoiceFacts,
  texts: InvoiceTexts,
  words: WordsOf,
  y: number,
): void {
  const notes = [
    texts.paid(words.longDay(order.orderedOn)),
    vat.percent > 0 ? texts.pricesIncludeVat : (vat.note ?? ''),
    seller.isSample ? texts.sample : '',
  ];
  let top = y;
  for (const text of notes.filter((note) => note !== '')) {
    const isSample = text === texts.sample;
    const note: Words = {
      text,
      x: left,
      y: top,
      width: full,
      size: 10,
      ...(isSample && { bold: true, color: ink.brand }),
    };
    parts.push(element(sheet, 'P', note));
    top += heightOf(sheet, note) + 4;
  }
}

function drawFoot(sheet: Sheet, parts: Element[], { seller }: InvoiceFacts, texts: InvoiceTexts): void {
  const y = page.height - 62;
  rule(sheet, y - 12);
  parts.push(
    element(sheet, 'P', { text: texts.questions(seller.email), x: left, y, width: full, size: 9, color: ink.quiet }),
  );
}

/** Splits a price that contains VAT; both parts are whole steps of the currency and add up to it. Minor units. */
function vatShare(total: number, percent: number, currency: Currency): { net: number; vat: number } {
  const vat = roundToStep((total * percent) / (100 + percent), currency);
  return { net: total - vat, vat };
}
