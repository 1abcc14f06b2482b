import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { writeGeneration } from './account.ts';
import { fetchPhoto, UnreadablePhoto } from './photo.ts';
import { type Generation, type GenerationRecord, inBackground, isAtWork, type VideoService } from './video-context.ts';

type Step = Partial<Pick<Generation, 'state' | 'failure_reason' | 'assets'>>;
type End = Pick<GenerationRecord, 'endedAt' | 'filmSha256'>;

/** Resumes every generation that an earlier process left unfinished. */
export function resumeGenerations(service: VideoService): void {
  for (const record of service.records.all('generations').filter(isAtWork)) beginGeneration(service, record.id);
}

/** Takes a generation through its states in the background, unless it is in progress already. */
export function beginGeneration(service: VideoService, id: string): void {
  if (service.atWork.has(id)) return;
  const stop = new AbortController();
  service.atWork.set(id, stop);
  const work = run(service, id, stop.signal).finally(() => service.atWork.delete(id));
  inBackground(service, `generation ${id}`, work);
}

async function run(service: VideoService, id: string, stop: AbortSignal): Promise<void> {
  try {
    const { queuedMs, dreamingMs } = service.timeline;
    const record = service.records.get('generations', id);
    if (!record) return;
    if (record.generation.state === 'queued') {
      await wait(queuedMs, undefined, { signal: stop });
      await step(service, id, { state: 'dreaming' });
    }
    if (record.outcome.kind === 'hang') return await step(service, id, { state: record.outcome.state });
    const [end] = await Promise.all([finish(service, record, stop), wait(dreamingMs, undefined, { signal: stop })]);
    stop.throwIfAborted();
    await step(service, id, end, { endedAt: Date.now(), filmSha256: await filmHash(service, id) });
  } catch (error) {
    if (!stop.aborted) throw error;
  }
}

/** Outcome of the work: a film, or a reason of failure. */
async function finish(service: VideoService, { id, generation, outcome }: GenerationRecord, stop: AbortSignal) {
  if (outcome.kind === 'fail') return failed(outcome.reason);
  try {
    const frame = generation.request.keyframes?.frame0 ?? generation.request.keyframes?.frame1;
    const photo = frame?.type === 'image' ? await fetchPhoto(frame.url, stop) : null;
    await service.films.make({ id, photo, request: generation.request, stop });
    return { state: 'completed', assets: { video: `${service.publicUrl}/assets/${id}.mp4` } };
  } catch (error) {
    stop.throwIfAborted();
    if (error instanceof UnreadablePhoto) {
      service.log.warn({ generation: id, reason: error.message }, 'the photo could not be read');
      return failed('Failed to read user input frames');
    }
    service.log.error({ err: error, generation: id }, 'no film could be made');
    return failed('Job failed');
  }
}

async function filmHash(service: VideoService, id: string): Promise<string | null> {
  const film = await service.films.read(id);
  return film ? createHash('sha256').update(film).digest('hex') : null;
}

function failed(reason: string): Step {
  return { state: 'failed', failure_reason: reason };
}

/** Records a new state and sends the callback, unless the generation was deleted. */
async function step(service: VideoService, id: string, change: Step, end?: End): Promise<void> {
  await service.inTurn(id, async () => {
    const record = service.records.get('generations', id);
    if (!record) return;
    const generation = { ...record.generation, ...change };
    await writeGeneration(service, { ...record, ...end, generation }, change.state === 'failed' ? -1 : 0);
    service.log.info({ generation: id, state: generation.state }, 'generation moved on');
    inBackground(service, `callback of ${id}`, sendCallback(service, generation));
  });
}

/** Luma's own figures: only a 200 counts, three tries 100 ms apart, five seconds each. Source: its API documentation. */
const tries = 3;
const pauseMs = 100;
const answerWithinMs = 5_000;

/** Posts a generation to its callback URL, if it has one. After the last failed try it is dropped. */
export async function sendCallback(service: VideoService, generation: Generation): Promise<void> {
  const url = generation.request.callback_url;
  if (url === undefined) return;
  for (let count = 1; count <= tries; count += 1) {
    if (count > 1) await wait(pauseMs);
    const result = await post(url, generation);
    if (result === '200') return;
    service.log.warn({ generation: generation.id, result, count }, 'callback was not taken');
  }
}

async function post(url: string, generation: Generation): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(generation),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    return `no answer: ${String(error)}`;
  }
}
