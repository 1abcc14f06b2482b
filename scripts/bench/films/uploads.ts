import type { uploadReply } from '@keepsake/contract/photos/content';
import type * as z from 'zod/mini';
import { memoryOfTree, watch } from '../environment/child-process.ts';
import { exchangeOnce, request, uploadForm } from '../environment/connection.ts';
import { addCustomer } from '../environment/fill-database.ts';
import { atMost, none, quantile, show, type Figure } from '../figure.ts';
import {
  hasColour,
  photoOfColour,
  photoOfFiveMegabytes,
  photoOfSixMegapixels,
  unlikeAnyOther,
} from '../environment/photos.ts';
import { withEnvironment, type Scale, type Environment } from '../environment/environment.ts';

type UploadReply = z.output<typeof uploadReply>;

/** L05: uploads compared with a route that only decodes and encodes the photo. */
export function benchUploads(scale: Scale): Promise<Figure[]> {
  return withEnvironment(scale, async (stage) => {
    const [product, reference] = [await stage.startProduct(), await stage.startReference()];
    const photo = await photoOfSixMegapixels();
    const nextCustomer = await customersInTurn(stage, 30);
    const timed = async (url: string, parallel: number, make: () => Buffer) => {
      const times: number[] = [];
      for (let round = 0; round < (scale.isTrial ? 2 : 8); round += 1) {
        const bytes = Array.from({ length: parallel }, make);
        const started = performance.now();
        await Promise.all(bytes.map((one) => exchangeOnce(url, one)));
        times.push(performance.now() - started);
      }
      // The first round is a warm-up.
      return quantile(times.slice(1), 0.5);
    };
    const bare = () => request('POST', '/photo', { headers: { 'content-type': 'image/jpeg' }, body: photo });
    const whole = () => uploadRequest(nextCustomer(), [{ name: 'photo.jpg', bytes: unlikeAnyOther(photo) }]);
    const figures: Figure[] = [];
    for (const [parallel, factor, extra] of [
      [1, 1.5, 30],
      [8, 2, 0],
    ] as const) {
      const alone = await timed(reference.url, parallel, bare);
      figures.push(
        atMost(`${parallel === 1 ? 'one upload' : `${parallel} uploads at once`} of 6 megapixels`, {
          ours: await timed(product.url, parallel, whole),
          bound: factor * alone + extra,
          baseline: `sharp alone ${show.ms(alone)}`,
          target: `≤ ${factor} ×${extra ? ` + ${extra} ms` : ''}`,
          show: show.ms,
        }),
      );
    }
    return [...figures, ...(await noneLost(stage, product.url)), ...(await memory(stage, product, scale))];
  });
}

/** 56 photos in 8 concurrent requests of two customers, because one may send six at once. Every photo must be stored under its name, with its own picture. */
async function noneLost(stage: Environment, url: string): Promise<Figure[]> {
  const [requests, each] = [8, 7];
  const photos = await Promise.all(Array.from({ length: requests * each }, (_, at) => photoOfColour(at)));
  const tokens = [await newCustomer(stage), await newCustomer(stage)];
  const replies = await Promise.all(
    Array.from({ length: requests }, (_, batch) => {
      const token = tokens[batch % tokens.length] ?? '';
      const files = photos
        .slice(batch * each, (batch + 1) * each)
        .map((bytes, at) => ({ name: `${batch * each + at}.jpg`, bytes }));
      return exchangeOnce(url, uploadRequest(token, files));
    }),
  );
  const stored = replies.flatMap(({ body }) => (JSON.parse(body.toString()) as UploadReply).content);
  const right = await Promise.all(
    stored.map(async ({ originalName, photoUrl }) => {
      const response = await fetch(url + photoUrl);
      if (!response.ok) throw new Error(`${photoUrl}: ${response.status} ${await response.text()}`);
      return hasColour(Buffer.from(await response.arrayBuffer()), Number.parseInt(originalName, 10));
    }),
  );
  const names = new Set(stored.map(({ originalName }) => originalName));
  return [
    none('photos lost of 56 in 8 requests at once', photos.length - names.size, '56 sent'),
    none('photos mixed up', right.filter((isRight) => !isRight).length, '56 looked at'),
  ];
}

async function memory(
  stage: Environment,
  product: { url: string; pid: number },
  { isTrial }: Scale,
): Promise<Figure[]> {
  const large = await photoOfFiveMegabytes();
  const count = isTrial ? 4 : 20;
  const nextCustomer = await customersInTurn(stage, count);
  const before = await memoryOfTree(product.pid);
  const { result, peak } = await watch(
    () => memoryOfTree(product.pid),
    () =>
      Promise.all(
        Array.from({ length: count }, () =>
          exchangeOnce(
            product.url,
            uploadRequest(nextCustomer(), [{ name: 'large.jpg', bytes: unlikeAnyOther(large) }]),
          ),
        ),
      ),
  );
  return [
    atMost(`memory for ${count} uploads of 5 MB at once`, {
      ours: peak - before,
      bound: 250 * 1024 * 1024,
      baseline: `${show.megabytes(before)} before`,
      show: show.megabytes,
    }),
    none('refused or broken', result.filter(({ status }) => status !== 201).length, `${count} sent`),
  ];
}

/** Every upload creates a set, and a customer may have 20 unpaid ones: customers alternate. @returns the token of the next one */
export async function customersInTurn(stage: Environment, count: number): Promise<() => string> {
  const tokens: string[] = [];
  for (let made = 0; made < count; made += 1) tokens.push(await newCustomer(stage));
  let turn = 0;
  return () => tokens[turn++ % count] ?? '';
}

async function newCustomer({ databaseUrl }: Environment): Promise<string> {
  return (await addCustomer(databaseUrl)).token;
}

export function uploadRequest(token: string, files: { name: string; bytes: Buffer }[]): Buffer {
  return request('POST', '/api/content/upload', { token, ...uploadForm(files) });
}
