import { existsSync } from 'node:fs';
import path from 'node:path';

/** The machine's Chromium, without its own calls home. */
export const chromium = {
  ...executable(),
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};

/** Left out where none is found: Playwright then says what is missing. */
function executable(): { executablePath?: string } {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return { executablePath: given };
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const inPath = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .flatMap((folder) => names.map((name) => path.join(folder, name)));
  const macs = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  const found = [...inPath, ...macs].find((file) => existsSync(file));
  return found === undefined ? {} : { executablePath: found };
}
