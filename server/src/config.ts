import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse as parseDotenv } from 'dotenv';
import type * as z from 'zod/mini';
import { aboutSetting, listed, settings, type SettingName } from './settings.ts';

const root = resolve(import.meta.dirname, '../..');
const names = Object.keys(settings.shape) as SettingName[];

export interface Config extends z.output<typeof settings> {
  readonly production: boolean;
}

/** An invalid setting: one line that says which, why and what is expected. */
export class ConfigError extends Error {}

/**
 * Reads the settings from the environment and a `.env` file (the environment wins). Empty values count as absent.
 * @throws ConfigError naming the setting, never its value
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries({ ...dotenv(), ...environment }).filter(
      ([name, value]) => Object.hasOwn(settings.shape, name) && value !== '' && value !== undefined,
    ),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const name = parsed.error.issues[0]?.path[0] as SettingName;
    const { expected, example } = aboutSetting(name);
    const such = example === undefined ? '' : `, such as ${example},`;
    throw new ConfigError(`Setting ${name} cannot be used: ${expected}${such} is expected.`);
  }
  const config: Config = {
    ...parsed.data,
    DATA_DIR: resolve(root, parsed.data.DATA_DIR),
    production: parsed.data.NODE_ENV === 'production',
  };
  checkNeeds(config);
  checkVatNote(config);
  if (config.production) checkProduction(config);
  return config;
}

function dotenv(): Record<string, string> {
  try {
    return parseDotenv(readFileSync(resolve(root, '.env')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

function checkNeeds(config: Config): void {
  for (const name of names) {
    const { needs } = aboutSetting(name);
    if (!needs || config[name] === undefined) continue;
    const missing = needs.names.filter((other) => config[other as SettingName] === undefined);
    if (missing.length > 0) throw new ConfigError(`Setting ${name} needs ${listed(missing, 'and')}: ${needs.because}.`);
  }
}

/** Only if the product issues invoices itself. */
function checkVatNote(config: Config): void {
  if (!config.BILLINGO_API_KEY && config.SELLER_VAT_PERCENT === 0 && !config.SELLER_VAT_NOTE)
    throw new ConfigError(
      'Setting SELLER_VAT_NOTE is missing: with SELLER_VAT_PERCENT=0 invoices must say why there is no VAT.',
    );
}

function checkProduction(config: Config): void {
  const forTests = names.find((name) => aboutSetting(name).testsOnly && config[name] !== 0);
  if (forTests) throw new ConfigError(`Setting ${forTests} is for tests: it is refused with NODE_ENV=production.`);
  if (config.ALLOW_SANDBOX) return;
  const missing = names.flatMap((name) => {
    const { required } = aboutSetting(name);
    const isThere = config[name] !== undefined || (required?.unless && config[required.unless as SettingName]);
    return required && !isThere ? [{ name, ...required }] : [];
  });
  const [first] = missing;
  if (!first) return;
  const { because, unless } = first;
  const alike = missing.filter((each) => each.because === because).map(({ name }) => name);
  const ways = ['set it', unless, 'ALLOW_SANDBOX=true'].filter(Boolean).join(', or ');
  throw new ConfigError(`Setting ${listed(alike, 'and')} is missing: with NODE_ENV=production ${because}; ${ways}.`);
}
