import type { FastifyBaseLogger } from 'fastify';
import type { BillingoRecords } from './billingo-records.ts';

/** What every part of the invoicing service works with. */
export type Billingo = {
  records: BillingoRecords;
  /** Runs changes strictly one after the other. */
  inTurn: <T>(key: string, work: () => Promise<T>) => Promise<T>;
  apiKey: string;
  blocks: { id: number; name: string; prefix: string }[];
  /** Forints for one unit. */
  rates: Record<string, number>;
  /** Set by tests: how many downloads answer 202 first, and how late lookups show a document. */
  planned: { pdfWaits: number; lookupLagMs: number };
  log: FastifyBaseLogger;
};
