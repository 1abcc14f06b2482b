import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';

/** Launches the machine's Chromium, preferably its headless shell, without its background requests. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(browserOptions());
}

export function browserOptions(): { executablePath?: string; args: string[] } {
  const executablePath = browserPath();
  return {
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  };
}

function browserPath(): string | undefined {
  return process.env['CHROMIUM_PATH'] || installed(['chromium-headless-shell', ...wholeBrowsers]);
}

/** Chromium with all that its headless shell lacks, such as the back-forward cache; undefined if there is none. */
export function wholeBrowserPath(): string | undefined {
  return installed(wholeBrowsers);
}

const wholeBrowsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function installed(names: readonly string[]): string | undefined {
  const inPath = (process.env['PATH'] ?? '').split(':').flatMap((folder) => names.map((name) => join(folder, name)));
  const macs = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return [...inPath, ...macs].find((path) => existsSync(path));
}
