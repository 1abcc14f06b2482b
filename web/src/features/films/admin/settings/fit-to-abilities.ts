import { videoAbilities } from '@keepsake/contract/films/video-abilities';
import type { FilmConfig } from '../../films.api.ts';

/** Replaces values that the selected service does not support by its first supported value. */
export function fitToAbilities(config: FilmConfig): FilmConfig {
  const offered = videoAbilities[config.serviceProvider];
  const fit = <Value extends string | number>(value: Value, values: readonly Value[]): Value =>
    values.find((one) => String(one) === String(value)) ?? (values[0] as Value);
  return {
    ...config,
    model: fit(config.model, offered.model),
    duration: fit(config.duration, offered.duration),
    aspect_ratio: fit(config.aspect_ratio, offered.aspect_ratio),
    resolution: fit(config.resolution, offered.resolution),
  };
}
