// Runs one stand-in in this process: `node e2e/faults/world/stand-in.ts checkout|video|mail`, with its options as JSON in STAND_IN.
import { startCheckoutSandbox } from '@keepsake/sandbox/checkout/checkout-sandbox';
import { startVideoServiceSandbox } from '@keepsake/sandbox/video-service/video-service-sandbox';
import { createLog } from '../../../server/src/platform/log.ts';
import { startMailServer } from './mail-server.ts';
import { checkoutKey, videoKey, webhookSecret } from './keys.ts';

export interface StandInOptions {
  port: number;
  /** Only of the mail server: where it listens for its controls. */
  controlPort: number;
  dataDir: string;
  webhookUrl: string;
}

const { port, controlPort, dataDir, webhookUrl } = JSON.parse(process.env['STAND_IN'] ?? '{}') as StandInOptions;
const [kind = ''] = process.argv.slice(2);
const shared = { host: '127.0.0.1', port, dataDir, mayKill: true, log: createLog('warn', kind) };

const start: Record<string, () => Promise<unknown>> = {
  checkout: () =>
    startCheckoutSandbox({ ...shared, secretKey: checkoutKey, webhookSecret, webhookUrl, productName: 'Keepsake' }),
  video: () =>
    startVideoServiceSandbox({
      ...shared,
      apiKey: videoKey,
      ffmpegPath: null,
      timeline: { queuedMs: 20, dreamingMs: 50 },
      limits: { concurrent: 10, createsPerMinute: 100_000 },
      startCredits: 100_000_000,
    }),
  mail: () => startMailServer({ port, controlPort }),
};

await start[kind]?.();
process.stdout.write(`${kind} is ready\n`);
process.once('SIGTERM', () => process.exit(0));
