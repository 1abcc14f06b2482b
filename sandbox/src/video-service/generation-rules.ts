import type { GenerationRequest } from './generation-request.ts';
import { LumaError } from './luma-error.ts';

const resolutions = ['540p', '720p', '1080p', '4k'];
const durations = ['5s', '9s'];

/** What Luma refuses before it takes a request on, in its words where they are known. */
export function checkGeneration(request: GenerationRequest): void {
  checkPrompt(request);
  checkModel(request);
  checkLoop(request);
}

function checkPrompt({ prompt, keyframes }: GenerationRequest): void {
  if (keyframes && !keyframes.frame0 && !keyframes.frame1) throw new LumaError(400, 'No keyframes provided');
  const hasImage = keyframes?.frame0?.type === 'image' || keyframes?.frame1?.type === 'image';
  if (prompt === undefined) {
    if (hasImage) return;
    throw new LumaError(400, 'Prompt is required');
  }
  if (prompt.length < 3) throw new LumaError(400, 'Prompt is too short, minimum length is 3 characters');
  if (prompt.length > 5000) throw new LumaError(400, 'Prompt is too long, maximum length is 5000 characters');
}

/** Resolution and duration are open strings in the description, but only these are known. */
function checkModel({ model, resolution, duration, concepts }: GenerationRequest): void {
  if (model === 'ray-1-6') {
    if (duration !== undefined) throw new LumaError(400, 'Duration is not supported in the Ray 1.6 API');
    if (resolution !== undefined) throw new LumaError(400, 'Resolution is not supported in the Ray 1.6 API');
    if (concepts && concepts.length > 0) throw new LumaError(400, '400: concepts are not supported for this model');
  }
  if (resolution !== undefined && !resolutions.includes(resolution)) {
    throw new LumaError(400, `Invalid resolution: ${resolution}. Use one of ${resolutions.join(', ')}`);
  }
  if (duration !== undefined && !durations.includes(duration)) {
    throw new LumaError(400, `Invalid duration: ${duration}. Use one of ${durations.join(', ')}`);
  }
}

function checkLoop({ loop, keyframes }: GenerationRequest): void {
  if (loop !== true || !keyframes?.frame1) return;
  const { frame0, frame1 } = keyframes;
  if (frame0) throw new LumaError(400, 'Loop is not supported for keyframes');
  const what = frame1.type === 'image' ? 'end frame' : 'extend reverse';
  throw new LumaError(400, `Loop is not supported for ${what}`);
}
