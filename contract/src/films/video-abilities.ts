import {
  aspectRatios,
  durations,
  resolutions,
  videoModels,
  type serviceProviders,
  type VideoConfig,
} from './videos.ts';

export interface VideoAbilities {
  /** Supported values of each setting; others are refused when the settings are saved. */
  readonly model: readonly VideoConfig['model'][];
  readonly duration: readonly VideoConfig['duration'][];
  readonly aspect_ratio: readonly VideoConfig['aspect_ratio'][];
  readonly resolution: readonly VideoConfig['resolution'][];
  /** Whether it sends a callback when a film is ready; otherwise it is only polled. */
  readonly callbacks: boolean;
  /** Whether it can list its generations. If not, a request whose answer is lost fails, and a retry may be charged twice. */
  readonly list: boolean;
  /** Whether its copy of a film can be deleted. */
  readonly remove: boolean;
}

const everything = { model: videoModels, duration: durations, aspect_ratio: aspectRatios, resolution: resolutions };

const withoutLargest = resolutions.filter((resolution) => resolution !== '4k');

/** The abilities of each video service. */
export const videoAbilities: Record<(typeof serviceProviders)[number], VideoAbilities> = {
  embedded: { ...everything, resolution: withoutLargest, callbacks: false, list: true, remove: true },
  luma: { ...everything, callbacks: true, list: true, remove: true },
  /** One model, ray-3.2; a film that starts from a photo lasts 5 seconds. */
  'luma-agents': {
    model: ['default'],
    duration: [-1, 5],
    aspect_ratio: aspectRatios.filter((ratio) => ratio !== '9:21'),
    resolution: withoutLargest,
    callbacks: false,
    list: false,
    remove: false,
  },
};
