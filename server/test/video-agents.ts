import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startVideoAgentsSandbox,
  type VideoAgentsSandboxOptions,
} from '@keepsake/sandbox/video-agents/video-agents-sandbox';
import { createLog } from '../src/platform/log.ts';
import { afterFile } from './after-file.ts';
import { sandboxControls, type SandboxControls } from './sandbox-controls.ts';

export const agentsKey = 'luma-api-key-of-the-sandbox';
export const agentsCreateRoute = 'POST /v1/generations';
export const agentsGetRoute = 'GET /v1/generations/:id';
export const outputRoute = 'GET /outputs/:file';

/** A generation as the service keeps it. */
export interface HeldAgentsGeneration {
  id: string;
  generation: { state: string };
  request: { prompt: string; video?: { start_frame?: { url: string } } };
}

export interface TestVideoAgents extends SandboxControls {
  url: string;
  /** What the server needs to have its films made there. */
  settings: Record<string, string>;
  /** Everything that was accepted. */
  generations(): Promise<HeldAgentsGeneration[]>;
}

/** The sandbox of the Luma Agents API on a port of its own, for one test file. Its films are ready at once, and plain. */
export async function startTestVideoAgents(options: Partial<VideoAgentsSandboxOptions> = {}): Promise<TestVideoAgents> {
  const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-video-agents-'));
  const sandbox = await startVideoAgentsSandbox({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    apiKey: agentsKey,
    log: createLog(process.env['TEST_LOG'] ?? 'silent', 'video-agents'),
    timeline: { queuedMs: 20, processingMs: 50 },
    limits: { concurrent: 1000, createsPerMinute: 10_000 },
    ffmpegPath: null,
    ...options,
  });
  afterFile(async () => {
    await sandbox.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const controls = sandboxControls(sandbox.origin, agentsKey);
  const { control } = controls;
  return {
    url: sandbox.url,
    settings: { LUMA_AGENTS_API_KEY: agentsKey, LUMA_AGENTS_BASE_URL: sandbox.url },
    generations: async () => (await control('GET', 'generations'))['generations'] as HeldAgentsGeneration[],
    ...controls,
  };
}
