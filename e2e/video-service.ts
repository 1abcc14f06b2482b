import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVideoServiceSandbox } from '@keepsake/sandbox/video-service/video-service-sandbox';
import { createLog } from '../server/src/platform/log.ts';
import { sandboxControls } from '../server/test/sandbox-controls.ts';

const apiKey = 'luma-key-of-the-sandbox';

export interface VideoService {
  /** What the product needs to have its films made there. */
  settings: Record<string, string>;
  /** The next `times` films are refused. */
  refuseFilms(reason: string, times?: number): Promise<void>;
  stop(): Promise<void>;
}

/** A video service whose films are ready at once, and all alike. */
export async function startVideoService(): Promise<VideoService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-video-service-'));
  const sandbox = await startVideoServiceSandbox({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    apiKey,
    log: createLog('silent', 'video-service'),
    timeline: { queuedMs: 20, dreamingMs: 50 },
    limits: { concurrent: 1000, createsPerMinute: 10_000 },
    ffmpegPath: null,
  });
  const { control } = sandboxControls(sandbox.origin, apiKey);
  return {
    settings: { LUMAAI_API_KEY: apiKey, LUMAAI_BASE_URL: sandbox.url },
    refuseFilms: async (reason, times = 1) => void (await control('POST', 'outcomes', { kind: 'fail', reason, times })),
    stop: async () => {
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
