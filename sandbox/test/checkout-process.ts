import { startCheckoutSandbox } from '../src/checkout/checkout-sandbox.ts';
import { secretKey, webhookSecret } from './checkout-setup.ts';
import { quietLog } from './quiet-log.ts';

/** Runs a checkout sandbox, for a test to kill: `node checkout-process.ts <folder> <webhook URL>`. */
const [, , dataDir = '', webhookUrl = ''] = process.argv;
const sandbox = await startCheckoutSandbox({
  host: '127.0.0.1',
  port: 0,
  dataDir,
  secretKey,
  webhookSecret,
  webhookUrl,
  log: quietLog,
  productName: 'Keepsake',
});
process.stdout.write(`${sandbox.port}\n`);
