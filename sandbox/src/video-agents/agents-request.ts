import { Ajv } from 'ajv';

/** The body of `POST /generations` for a film, as far as this stand-in takes it. */
export type AgentsRequest = {
  model: 'ray-3.2';
  type: 'video';
  prompt: string;
  aspect_ratio?: (typeof aspectRatios)[number];
  video?: {
    resolution?: '360p' | '540p' | '720p' | '1080p';
    duration?: '5s' | '10s';
    loop?: boolean;
    start_frame?: { url: string };
    keyframes?: { url: string }[];
    keyframe_indexes?: number[];
  };
};

const aspectRatios = ['9:16', '3:4', '1:1', '4:3', '16:9', '21:9'] as const;
const image = {
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: { url: { type: 'string', pattern: '^https?://.+' } },
};

/** Source: docs.agents.lumalabs.ai, guides/videos/generation (2026). */
const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['model', 'type', 'prompt'],
  properties: {
    model: { const: 'ray-3.2' },
    type: { const: 'video' },
    prompt: { type: 'string', minLength: 1, maxLength: 6000 },
    aspect_ratio: { enum: aspectRatios },
    video: {
      type: 'object',
      additionalProperties: false,
      properties: {
        resolution: { enum: ['360p', '540p', '720p', '1080p'] },
        duration: { enum: ['5s', '10s'] },
        loop: { type: 'boolean' },
        start_frame: image,
        keyframes: { type: 'array', minItems: 1, maxItems: 64, items: image },
        keyframe_indexes: { type: 'array', items: { type: 'integer', minimum: 0 } },
      },
    },
  },
};

const validate = new Ajv({ allErrors: true }).compile<AgentsRequest>(schema);

/** A body that the service takes; anything else is answered with 400, and combinations that it does not offer with 422. */
export function parseAgentsRequest(body: unknown): AgentsRequest {
  if (!validate(body)) {
    const [first] = validate.errors ?? [];
    throw new AgentsError(400, `${first?.instancePath.slice(1) || 'body'}: ${first?.message ?? 'is invalid'}`);
  }
  const { start_frame, keyframes, keyframe_indexes, duration, loop } = body.video ?? {};
  if (start_frame && duration === '10s') throw new AgentsError(422, 'start_frame is not supported with duration 10s');
  if (loop && duration === '10s') throw new AgentsError(422, 'loop is not supported with duration 10s');
  if ((keyframes?.length ?? 0) !== (keyframe_indexes?.length ?? 0))
    throw new AgentsError(422, 'keyframes and keyframe_indexes must have the same length');
  return body;
}

/** An answer in the API's error form: `{"detail": "…"}`. */
export class AgentsError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.status = status;
    this.headers = headers;
  }
}
