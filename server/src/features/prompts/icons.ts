import { constants } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

export interface IconFolders {
  /** Drawings that are part of the build. */
  ours: string;
  /** The installation's own drawings; they replace ours of the same name. */
  own: string;
  /** Icons with class names: `hand.svg` is `fa-hand`. */
  classes: string;
}

export interface Icons {
  /** Names of the drawings, ours and the installation's own, without ending. */
  drawings(): Promise<string[]>;
  /** Class names; undefined if the pages are not built. */
  classNames(): Promise<ReadonlySet<string> | undefined>;
  /** English search words of the icons, by class name; empty if the pages are not built. */
  keywords(): Promise<Record<string, string>>;
  /** A drawing by its name without extension; undefined if there is none. */
  drawing(name: string): Promise<Buffer | undefined>;
}

const drawingFile = /^([a-z0-9_-]+)\.svg$/;
/** Larger files are ignored. */
const maxBytes = 200_000;

/** The icons that a pictogram can have. Folders are read at every call; class names only once, because they are part of the build. */
export function createIcons({ ours, own, classes }: IconFolders): Icons {
  let known: Promise<ReadonlySet<string> | undefined> | undefined;
  let words: Promise<Record<string, string>> | undefined;
  const read = async (name: string) => {
    if (!drawingFile.test(`${name}.svg`)) return undefined;
    return (await readDrawing(join(own, `${name}.svg`))) ?? readDrawing(join(ours, `${name}.svg`));
  };
  return {
    async drawings() {
      const names = [...(await namesIn(ours)), ...(await namesIn(own))];
      const found = await Promise.all([...new Set(names)].map(async (name) => ((await read(name)) ? [name] : [])));
      return found.flat().toSorted();
    },
    classNames() {
      known ??= namesIn(classes).then((names) =>
        names.length > 0 ? new Set(names.map((name) => `fa-${name}`)) : undefined,
      );
      return known;
    },
    keywords() {
      words ??= readKeywords(join(classes, 'keywords.json'));
      return words;
    },
    drawing: read,
  };
}

/** Written by the build (`web/scripts/pictograms.ts`): name → words. */
async function readKeywords(path: string): Promise<Record<string, string>> {
  const text = await readFile(path, 'utf8').catch(() => '{}');
  const byName = z.record(z.string(), z.string()).parse(JSON.parse(text));
  return Object.fromEntries(Object.entries(byName).map(([name, found]) => [`fa-${name}`, found]));
}

/** Regular files only: the target of a symbolic link must not be published. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).flatMap(({ name }) => drawingFile.exec(name)?.[1] ?? []);
}

/** Undefined if it is missing, a symbolic link, too large or not readable. */
async function readDrawing(path: string): Promise<Buffer | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => undefined,
  );
  if (!file) return undefined;
  try {
    const found = await file.stat();
    return found.isFile() && found.size <= maxBytes ? await file.readFile() : undefined;
  } finally {
    await file.close();
  }
}
