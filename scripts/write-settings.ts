// Writes docs/settings.md and .env.example from what server/src/settings.ts says of each setting: `npm run settings`.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { exampleFile, settingsPage } from './settings-pages.ts';

const root = join(import.meta.dirname, '..');
await writeFile(
  join(root, 'docs/settings.md'),
  (await format('settings.md', settingsPage(), { printWidth: 120 })).code,
);
await writeFile(join(root, '.env.example'), exampleFile());
