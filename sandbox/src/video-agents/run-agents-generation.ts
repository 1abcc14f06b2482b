import { setTimeout as wait } from 'node:timers/promises';
import { fetchPhoto, UnreadablePhoto } from '../video-service/photo.ts';
import { isAtWork, type AgentsGeneration, type AgentsRecord, type AgentsService } from './agents-context.ts';

/** Resumes every generation that an earlier process left unfinished. */
export function resumeAgentsGenerations(service: AgentsService): void {
  for (const { id } of service.records.all('generations').filter(isAtWork)) beginAgentsGeneration(service, id);
}

/** Takes a generation through its states in the background, unless it is in progress already. */
export function beginAgentsGeneration(service: AgentsService, id: string): void {
  if (service.atWork.has(id)) return;
  const stop = new AbortController();
  service.atWork.set(id, stop);
  const work = run(service, id, stop.signal)
    .catch((error: unknown) => stop.signal.aborted || service.log.error({ err: error }, `generation ${id} failed`))
    .finally(() => {
      service.atWork.delete(id);
      service.running.delete(work);
    });
  service.running.add(work);
}

async function run(service: AgentsService, id: string, stop: AbortSignal): Promise<void> {
  const { queuedMs, processingMs } = service.timeline;
  const record = service.records.get('generations', id);
  if (!record) return;
  if (record.generation.state === 'queued') {
    await wait(queuedMs, undefined, { signal: stop });
    await step(service, id, { state: 'processing' });
  }
  if (record.outcome.kind === 'hang') return step(service, id, { state: record.outcome.state });
  const [end] = await Promise.all([finish(service, record, stop), wait(processingMs, undefined, { signal: stop })]);
  stop.throwIfAborted();
  await step(service, id, end);
}

type Step = Partial<Pick<AgentsGeneration, 'state' | 'failure_code' | 'failure_reason'>>;

/** Outcome of the work: a film, or an error code and message. */
async function finish(
  service: AgentsService,
  { id, request, outcome }: AgentsRecord,
  stop: AbortSignal,
): Promise<Step> {
  if (outcome.kind === 'fail') return failed(outcome.code, outcome.reason);
  const { start_frame, keyframes, resolution = '720p' } = request.video ?? {};
  const frame = start_frame ?? keyframes?.[0];
  try {
    const photo = frame ? await fetchPhoto(frame.url, stop) : null;
    const shape = { model: 'ray-2', aspect_ratio: request.aspect_ratio ?? '16:9', resolution, duration: '5s' } as const;
    await service.films.make({ id, photo, request: shape, stop });
    return { state: 'completed' };
  } catch (error) {
    stop.throwIfAborted();
    if (error instanceof UnreadablePhoto) return failed('corrupt_input', 'An input media file could not be decoded');
    service.log.error({ err: error, generation: id }, 'no film could be made');
    return failed('generation_failed', 'Generation failed');
  }
}

function failed(failure_code: string, failure_reason: string): Step {
  return { state: 'failed', failure_code, failure_reason };
}

async function step({ records, log }: AgentsService, id: string, change: Step): Promise<void> {
  const record = records.get('generations', id);
  if (!record) return;
  const generation = { ...record.generation, ...change };
  await records.write([{ kind: 'generations', record: { ...record, generation } }]);
  log.info({ generation: id, state: generation.state }, 'generation moved on');
}
