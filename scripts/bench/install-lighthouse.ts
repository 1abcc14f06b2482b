import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = join(import.meta.dirname, 'lighthouse');

/** What is used of it here. */
export interface Lighthouse {
  default(
    url: string,
    flags: { port: number; onlyCategories: readonly string[]; disableStorageReset: boolean; logLevel: 'error' },
    config?: object,
  ): Promise<LighthouseResult | undefined>;
  desktopConfig: object;
}

interface LighthouseResult {
  lhr: {
    finalDisplayedUrl: string;
    runtimeError?: { code: string; message: string };
    /** Scores are from 0 to 1. */
    categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
    audits: Record<string, { score: number | null; title: string }>;
  };
}

/** It is large and only of use here: it is installed, by its own lockfile, when it is first asked for. */
export async function installLighthouse(): Promise<Lighthouse> {
  const entry = join(folder, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(entry)) {
    process.stdout.write('Installing Lighthouse (once) …\n');
    const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error('Lighthouse could not be installed');
  }
  return (await import(pathToFileURL(entry).href)) as Lighthouse;
}
