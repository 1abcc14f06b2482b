import { email as address } from '@keepsake/contract/accounts/email';
import { ConfigError, readConfig } from './config.ts';
import { ensureAdmin, type Admin } from './features/accounts/ensure-admin.ts';
import { turnTotpOffByEmail } from './features/accounts/two-step/change-totp.ts';
import { announceEmbedded, openDatabase } from './start/open-database.ts';
import { createLog } from './platform/log.ts';

const usage = 'Usage: npm run admin -- <email> [--reset-totp]';
const resetTotp = '--reset-totp';

/**
 * `npm run admin -- <email>`: makes the account with this address an administrator, while the product runs or not. With `--reset-totp` it turns that
 * account's two-step sign-in off instead.
 */
async function main(args: string[]): Promise<void> {
  const email = readEmail(args.filter((arg) => arg !== resetTotp));
  const config = readConfig();
  announceEmbedded(config);
  const log = createLog(config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL, 'keepsake-admin');
  const database = await openDatabase(config, log);
  try {
    const deps = { db: database.db };
    if (args.includes(resetTotp)) {
      process.stdout.write(`${reportReset(email, await turnTotpOffByEmail(deps, email))}\n`);
      return;
    }
    const admin = await ensureAdmin(deps, email, { mailAgain: true });
    process.stdout.write(`${report(email, admin, config.PRODUCT_NAME)}\n`);
  } finally {
    await database.close();
  }
}

function readEmail(args: string[]): string {
  const given = address.safeParse(args[0]);
  if (args.length === 1 && given.success) return given.data;
  throw new ConfigError(args.length === 0 ? usage : `One e-mail address is expected. ${usage}`);
}

function report(email: string, admin: Admin, productName: string): string {
  const lines = [`${email} is an administrator.`];
  if (!admin.hasPassword) {
    lines.push(
      `The account has no password yet. A link to set one is sent there, now or as soon as ${productName} runs.`,
    );
  }
  return lines.join('\n');
}

function reportReset(email: string, wasOn: boolean): string {
  return wasOn
    ? `Two-step sign-in of ${email} is off, and all sessions of the account have ended.`
    : `Two-step sign-in of ${email} is not on.`;
}

// The same umask as the product's: this command may be the first to write into DATA_DIR.
process.umask(0o077);
try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
