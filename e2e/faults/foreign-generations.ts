import { videoKey } from './keys.ts';
import { until } from './until.ts';
import type { World } from './world.ts';

/** Another shop on the same account makes so many films. */
export async function fillList(world: World, count: number): Promise<void> {
  for (let made = 0; made < count; made++) await until(() => createForeign(world));
}

/** @returns whether it was accepted; the account takes only so many at once */
async function createForeign(world: World): Promise<boolean> {
  const response = await fetch(`${world.video.apiUrl}/generations/video`, {
    method: 'POST',
    headers: { authorization: `Bearer ${videoKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'ray-2', prompt: 'Waves that break on a pier' }),
  });
  await response.body?.cancel();
  return response.status === 201;
}
