import { Ajv, type ErrorObject } from 'ajv';
import { LumaError } from './luma-error.ts';

type Keyframe = { type: 'image'; url: string } | { type: 'generation'; id: string };

/** The body of `POST /generations`, as Luma's own description has it. */
export type GenerationRequest = {
  generation_type?: 'video';
  model: 'ray-1-6' | 'ray-2' | 'ray-flash-2';
  prompt?: string;
  aspect_ratio?: AspectRatio;
  loop?: boolean;
  keyframes?: { frame0?: Keyframe; frame1?: Keyframe };
  callback_url?: string;
  resolution?: string;
  duration?: string;
  concepts?: { key: string }[];
};
export type AspectRatio = (typeof aspectRatios)[number];

const aspectRatios = ['1:1', '16:9', '9:16', '4:3', '3:4', '21:9', '9:21'] as const;
const url = { type: 'string', pattern: '^https?://.+', maxLength: 5000 };
const keyframe = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [
    { properties: { type: { const: 'image' }, url }, required: ['url'] },
    { properties: { type: { const: 'generation' }, id: { type: 'string' } }, required: ['id'] },
  ],
};

/** Source: components/schemas/GenerationRequest in github.com/lumalabs/lumaai-api, openapi.yaml (June 2025). */
const schema = {
  type: 'object',
  required: ['model'],
  properties: {
    generation_type: { enum: ['video'] },
    model: { enum: ['ray-1-6', 'ray-2', 'ray-flash-2'] },
    prompt: { type: 'string' },
    aspect_ratio: { enum: aspectRatios },
    loop: { type: 'boolean' },
    keyframes: { type: 'object', properties: { frame0: keyframe, frame1: keyframe } },
    callback_url: url,
    resolution: { type: 'string' },
    duration: { type: 'string' },
    concepts: {
      type: 'array',
      items: { type: 'object', required: ['key'], properties: { key: { type: 'string' } } },
    },
  },
};

const validate = new Ajv({
  allErrors: true,
  discriminator: true,
  strictRequired: false,
  allowUnionTypes: true,
}).compile<GenerationRequest>(schema);

/** Parses a body. @throws LumaError 422 with the place and reason of each error */
export function parseGenerationRequest(body: unknown): GenerationRequest {
  if (validate(body)) return body;
  throw new LumaError(422, (validate.errors ?? []).map(asDetail));
}

function asDetail({ instancePath, keyword, params, message }: ErrorObject) {
  const path = instancePath.split('/').slice(1);
  if (keyword === 'required') {
    return { type: 'missing', loc: ['body', ...path, String(params['missingProperty'])], msg: 'Field required' };
  }
  const allowed = keyword === 'enum' ? `: ${(params['allowedValues'] as string[]).join(', ')}` : '';
  return { type: keyword, loc: ['body', ...path], msg: `Input ${message ?? 'is invalid'}${allowed}` };
}

const resolutions = ['540p', '720p', '1080p', '4k'];
const durations = ['5s', '9s'];

/** Requests that Luma refuses, with its messages where they are known. */
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
