import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { myBuckets } from '@keepsake/contract/photos/content';
import type { Reply } from '@keepsake/contract/endpoint';
import { memoryOf, watch } from '../environment/child-process.ts';
import { exchangeOnce, request } from '../environment/connection.ts';
import { addCustomer, onDatabase } from '../environment/fill-database.ts';
import { atLeast, atMost, show, type Figure } from '../figure.ts';
import { compare, load } from '../environment/load.ts';
import { withEnvironment, type Scale } from '../environment/environment.ts';

const film = randomBytes(20 * 1024 * 1024);
const megabyte = 1024 * 1024;

/** L17: ranges of a film, as a player requests them, compared with a route that streams a file. */
export function benchFilmServing(scale: Scale): Promise<Figure[]> {
  return withEnvironment(scale, async ({ databaseUrl, dataDir, startProduct, startReference }) => {
    const { token } = await addCustomer(databaseUrl, { sets: 1, photosPerSet: 1 });
    const path = await writeFilm(databaseUrl, join(dataDir, 'media'));
    const [product, reference] = [await startProduct(), await startReference({ REFERENCE_FILM: path })];
    const link = await linkToFilm(product.url, token);
    const range = { range: `bytes=${megabyte}-${2 * megabyte - 1}` };
    const serve = (url: string, address: string) =>
      load({
        url,
        request: request('GET', address, { headers: range }),
        clients: 20,
        seconds: scale.seconds,
        good: 206,
      });
    const {
      ours,
      reference: bare,
      ratio,
    } = await compare(
      () => serve(product.url, link),
      () => serve(reference.url, '/film'),
    );
    const before = await memoryOf(product.pid);
    const whole = request('GET', link, { headers: { range: 'bytes=0-' } });
    const { peak } = await watch(
      () => memoryOf(product.pid),
      () => load({ url: product.url, request: whole, clients: 50, seconds: scale.seconds, good: 206 }),
    );
    return [
      atLeast('ranges of 1 MB, 20 players', {
        ours: ours.perSecond,
        reference: bare.perSecond,
        ratio,
        least: 0.5,
        show: show.perSecond,
      }),
      atMost('memory for 50 viewers of 20 MB at once', {
        ours: peak - before,
        bound: 60 * megabyte,
        baseline: `${show.megabytes(before)} before`,
        show: show.megabytes,
      }),
    ];
  });
}

/** Creates a finished film of a customer. @returns its file */
async function writeFilm(databaseUrl: string, media: string): Promise<string> {
  const key = `films/${randomUUID()}.mp4`;
  await mkdir(join(media, 'films'), { recursive: true });
  await onDatabase(databaseUrl, async (client) => {
    await client.query("update buckets set status = 'paid', paid_at = now()");
    await client.query('delete from films');
    await client.query(
      `insert into films (id, bucket_id, photo_id, number, action, prompt, effect, seed, state, created_at, done_at, film_key, film_sha256, film_bytes)
       select uuidv7(), bucket_id, id, 1, '{"en": "Smile"}', 'smile', 'smile', 1, 'done', now(), now(), $1, sha256('film'), $2 from photos`,
      [key, film.length],
    );
  });
  const path = join(media, key);
  await writeFile(path, film);
  return path;
}

async function linkToFilm(url: string, token: string): Promise<string> {
  const { body } = await exchangeOnce(url, request('GET', '/api/content/my', { token }));
  const { buckets } = JSON.parse(body.toString()) as Reply<typeof myBuckets>;
  const films = buckets.flatMap(({ Contents }) => Contents.flatMap(({ ProcessedContents }) => ProcessedContents));
  const link = films.at(-1)?.url;
  if (!link) throw new Error('There is no film to serve');
  return link;
}
