import { nearestRatio } from './nearest-ratio.ts';
import type { VideoRequest } from './video-provider.ts';

/** Body of `POST /generations/video` (Luma Dream Machine v1). */
export interface LumaCreateBody {
  generation_type: 'video';
  model: string;
  prompt: string;
  aspect_ratio: string;
  resolution?: string;
  duration?: string;
  loop?: boolean;
  keyframes: { frame0: { type: 'image'; url: string } };
  callback_url: string;
}

const defaultModel = 'ray-2';
/** Refuses requests that name a duration or a resolution (lumalabs/lumaai-node#106). */
const plainModel = 'ray-1-6';

/** The product's request in Luma's words; what is `default` here has no such value there and is left out or decided. */
export function toLumaBody({ prompt, photo, callbackUrl, settings }: VideoRequest): LumaCreateBody {
  const model = settings.model === 'default' ? defaultModel : settings.model;
  const isPlain = model === plainModel;
  return {
    generation_type: 'video',
    model,
    prompt,
    aspect_ratio: settings.aspect_ratio === 'default' ? nearestRatio('luma', photo) : settings.aspect_ratio,
    ...(settings.resolution !== 'default' && !isPlain && { resolution: settings.resolution }),
    ...(settings.duration !== -1 && !isPlain && { duration: `${settings.duration}s` }),
    ...(settings.loop && { loop: true }),
    keyframes: { frame0: { type: 'image', url: photo.url } },
    callback_url: callbackUrl,
  };
}
