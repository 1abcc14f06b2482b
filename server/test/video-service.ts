import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startVideoServiceSandbox,
  type VideoServiceSandboxOptions,
} from '@keepsake/sandbox/video-service/video-service-sandbox';
import { createLog } from '../src/platform/log.ts';
import { afterFile } from './after-file.ts';
import { until } from './until.ts';
import { sandboxControls, type SandboxControls } from './sandbox-controls.ts';

export const videoKey = 'luma-key-of-the-sandbox';
export const createRoute = 'POST /dream-machine/v1/generations/video';
export const getRoute = 'GET /dream-machine/v1/generations/:id';
export const listRoute = 'GET /dream-machine/v1/generations';
export const filmRoute = 'GET /assets/:file';

/** A generation as the service keeps it. */
export interface HeldGeneration {
  id: string;
  generation: { state: string; request: { callback_url?: string; prompt?: string } };
}

export interface TestVideoService extends SandboxControls {
  url: string;
  /** What the server needs to have its films made there. */
  settings: Record<string, string>;
  /** Everything that was accepted and not deleted. */
  generations(): Promise<HeldGeneration[]>;
  /** Every generation that was ever accepted. */
  accepted(): Promise<HeldGeneration[]>;
  /** How the next accepted generations end. */
  outcome(outcome: {
    kind: 'complete' | 'fail' | 'hang';
    reason?: string;
    state?: string;
    times?: number;
  }): Promise<void>;
  /** Lets a generation that hangs come to its end. */
  resume(id: string | undefined): Promise<void>;
}

/** The video service sandbox on a port of its own, for one test file. Its films are ready at once, and plain. */
export async function startTestVideoService(
  options: Partial<VideoServiceSandboxOptions> = {},
): Promise<TestVideoService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-video-service-'));
  const sandbox = await startVideoServiceSandbox({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    apiKey: videoKey,
    log: createLog(process.env['TEST_LOG'] ?? 'silent', 'video-service'),
    timeline: { queuedMs: 20, dreamingMs: 50 },
    limits: { concurrent: 1000, createsPerMinute: 10_000 },
    ffmpegPath: null,
    ...options,
  });
  afterFile(async () => {
    await sandbox.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const controls = sandboxControls(sandbox.origin, videoKey);
  const { control } = controls;
  const generations = async () => (await control('GET', 'generations'))['generations'] as HeldGeneration[];
  return {
    url: sandbox.url,
    settings: { LUMAAI_API_KEY: videoKey, LUMAAI_BASE_URL: sandbox.url },
    generations,
    accepted: async () => (await control('GET', 'generations'))['accepted'] as HeldGeneration[],
    // One that has not come to the point where it hangs is not moved by the first call.
    resume: (id) =>
      until(async () => {
        const held = (await generations()).find((one) => one.id === id);
        if (!held || held.generation.state === 'completed') return true;
        // Refused where it has come to its end by itself since: the next look tells.
        await control('POST', `generations/${id}/resume`).catch(() => undefined);
        return false;
      }),
    ...controls,
    outcome: async (outcome) => void (await control('POST', 'outcomes', outcome)),
  };
}
