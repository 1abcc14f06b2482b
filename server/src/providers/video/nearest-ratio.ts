import { videoAbilities } from '@keepsake/contract/video-abilities';
import type { ProviderName } from './video-provider.ts';

/** The ratio the provider offers that is nearest to the photo's own shape. */
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
