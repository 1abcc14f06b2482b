import { videoAbilities } from '@keepsake/contract/films/video-abilities';
import type { ProviderName, VideoRequest } from '../video-provider.ts';

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
/** This model refuses requests with a duration or a resolution (lumalabs/lumaai-node#106). */
const plainModel = 'ray-1-6';

/** Maps the product's request to Luma's. Luma has no value `default`, so such fields are left out or get a value. */
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

/** Body of `POST /generations` (Luma Agents API, type `video`). */
export interface LumaAgentsCreateBody {
  model: 'ray-3.2';
  type: 'video';
  prompt: string;
  aspect_ratio: string;
  video: { resolution?: string; duration: '5s'; loop?: true; start_frame: { url: string } };
}

/** A film that starts from a photo always lasts 5 seconds; 10 seconds exist only without a photo. */
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

/** The supported aspect ratio nearest to the photo's own. */
export function nearestRatio(provider: ProviderName, photo: { width: number; height: number }): string {
  const shape = Math.log(photo.width / photo.height);
  const distance = (ratio: string) => Math.abs(Math.log(ratioOf(ratio)) - shape);
  const offered = videoAbilities[provider].aspect_ratio.filter((ratio) => ratio !== 'default');
  return offered.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

function ratioOf(ratio: string): number {
  const [width = 1, height = 1] = ratio.split(':').map(Number);
  return width / height;
}
