import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBillingoSandbox } from '@keepsake/sandbox/billingo/billingo-sandbox';
import { createLog } from '../src/platform/log.ts';
import { afterFile } from './after-file.ts';
import { sandboxControls, type SandboxControls } from './sandbox-controls.ts';

const billingoKey = 'billingo-key-of-the-sandbox';
export const documentRoute = 'POST /v3/documents';
export const lookupRoute = 'GET /v3/documents/vendor/:vendor_id';

/** A document as the service keeps it. */
export interface HeldDocument {
  vendorId: string | null;
  body: {
    language: string;
    currency: string;
    conversion_rate?: number;
    items: { name: string; unit_price: number; vat: string }[];
  };
  document: { id: number; invoice_number: string; gross_total: number };
}

export interface TestBillingo extends SandboxControls {
  url: string;
  /** What the server needs to have its invoices issued there. */
  settings: Record<string, string>;
  documents(reference?: string): Promise<HeldDocument[]>;
  partners(): Promise<{ id: number; name: string }[]>;
  /** How many downloads answer that the PDF is not there, from now on. */
  plan(plan: { pdfWaits?: number; lookupLagMs?: number }): Promise<void>;
}

/** The invoicing sandbox on a port of its own, for one test file. */
export async function startTestBillingo(): Promise<TestBillingo> {
  const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-billingo-'));
  const log = createLog(process.env['TEST_LOG'] ?? 'silent', 'billingo');
  const sandbox = await startBillingoSandbox({ host: '127.0.0.1', port: 0, dataDir, apiKey: billingoKey, log });
  afterFile(async () => {
    await sandbox.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const controls = sandboxControls(sandbox.origin, billingoKey);
  const { control } = controls;
  const held = () =>
    control('GET', 'documents') as unknown as Promise<{
      documents: HeldDocument[];
      partners: { id: number; name: string }[];
    }>;
  return {
    url: sandbox.url,
    settings: { BILLINGO_API_KEY: billingoKey, BILLINGO_API_BASE: sandbox.url },
    documents: async (reference) =>
      (await held()).documents.filter(({ vendorId }) => reference === undefined || vendorId === reference),
    partners: async () => (await held()).partners,
    plan: async (plan) => void (await control('POST', 'plan', plan)),
    ...controls,
  };
}
