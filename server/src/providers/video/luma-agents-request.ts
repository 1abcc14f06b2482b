import { nearestRatio } from './nearest-ratio.ts';
import type { VideoRequest } from './video-provider.ts';

/** Body of `POST /generations` (Luma Agents API, type `video`). */
export interface LumaAgentsCreateBody {
  model: 'ray-3.2';
  type: 'video';
  prompt: string;
  aspect_ratio: string;
  video: { resolution?: string; duration: '5s'; loop?: true; start_frame: { url: string } };
}

/** A film that begins with a photo lasts 5 seconds there; 10 are for films without one. */
export function toLumaAgentsBody({ prompt, photo, settings }: VideoRequest): LumaAgentsCreateBody {
  return {
    model: 'ray-3.2',
    type: 'video',
    prompt,
    aspect_ratio: settings.aspect_ratio === 'default' ? nearestRatio('luma-agents', photo) : settings.aspect_ratio,
    video: {
      ...(settings.resolution !== 'default' && { resolution: settings.resolution }),
      duration: '5s',
      ...(settings.loop && { loop: true }),
      start_frame: { url: photo.url },
    },
  };
}
