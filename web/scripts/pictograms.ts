import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

interface IconFamily {
  label: string;
  search?: { terms?: string[] };
  aliases?: { names?: string[] };
  familyStylesByLicense: { free: { family: string; style: string }[] };
}

/**
 * Serves Font Awesome's free solid pictograms as single files under /icons/fa/{name}.svg, by their names and their older names, so that any `fa-…` an
 * administrator picks can be shown without loading the whole set; and their search words.
 */
export function pictograms(): Plugin {
  const root = path.dirname(createRequire(import.meta.url).resolve('@fortawesome/fontawesome-free/package.json'));
  const solid = path.join(root, 'svgs', 'solid');
  let outDir = '';
  return {
    name: 'pictograms',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir, 'icons', 'fa');
    },
    async configureServer(server) {
      const names = await solidNames(root);
      server.middlewares.use('/icons/fa', (request, response, next) => {
        const file = names.get((request.url ?? '').replace(/^\/|\.svg.*$/g, ''));
        if (file === undefined) return next();
        response.setHeader('content-type', 'image/svg+xml');
        createReadStream(path.join(solid, `${file}.svg`)).pipe(response);
      });
    },
    async closeBundle() {
      await mkdir(outDir, { recursive: true });
      const copies = [...(await solidNames(root))].map(([name, file]) =>
        copyFile(path.join(solid, `${file}.svg`), path.join(outDir, `${name}.svg`)),
      );
      await Promise.all(copies);
      await writeFile(path.join(outDir, 'keywords.json'), JSON.stringify(await keywords(root)));
      await copyFile(path.join(root, 'LICENSE.txt'), path.join(outDir, 'LICENSE.txt'));
    },
  };
}

/** Every name of a solid pictogram → the name of its file. */
async function solidNames(root: string): Promise<Map<string, string>> {
  const solid = await solidIcons(root);
  const aliases = solid.flatMap(([name, icon]) =>
    (icon.aliases?.names ?? []).filter(isFileName).map((alias): [string, string] => [alias, name]),
  );
  return new Map([...aliases, ...solid.map(([name]): [string, string] => [name, name])]);
}

/** The search words of each pictogram, including its older names, by its newest name. */
async function keywords(root: string): Promise<Record<string, string>> {
  const icons = await solidIcons(root);
  return Object.fromEntries(
    icons.map(([name, { label, search, aliases }]) => {
      const words = [label, ...(search?.terms ?? []), ...(aliases?.names ?? [])].join(' ').toLowerCase().split(/\s+/);
      return [name, [...new Set(words)].join(' ')];
    }),
  );
}

async function solidIcons(root: string): Promise<[name: string, icon: IconFamily][]> {
  const text = await readFile(path.join(root, 'metadata', 'icon-families.json'), 'utf8');
  const families = Object.entries(JSON.parse(text) as Record<string, IconFamily>);
  return families.filter(([, icon]) =>
    icon.familyStylesByLicense.free.some(({ family, style }) => family === 'classic' && style === 'solid'),
  );
}

function isFileName(name: string): boolean {
  return /^[a-z0-9-]+$/.test(name);
}
