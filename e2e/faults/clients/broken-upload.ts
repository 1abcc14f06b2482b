import { request } from 'node:http';
import { type Customer, type Order, photoFile } from './order.ts';
import { chooseEffects, type Uploaded } from './shopper.ts';
import { send } from './http.ts';
import { persistently } from '../persistently.ts';
import type { World } from '../world/world.ts';

export interface UploadForm {
  type: string;
  bytes: Buffer;
}

export type Break = '10 %' | '50 %' | '99 %' | 'all, answer not awaited' | 'wrong length';

const sentPart: Record<Break, number> = {
  '10 %': 0.1,
  '50 %': 0.5,
  '99 %': 0.99,
  'all, answer not awaited': 1,
  'wrong length': 0.7,
};

/** Uploads two photos and aborts. @returns the form, to be sent again */
export async function brokenUpload(world: World, customer: Customer, how: Break): Promise<UploadForm> {
  const form = new FormData();
  for (const name of ['first.jpg', 'second.jpg']) form.append('files', await photoFile(), name);
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await encoded.arrayBuffer());
  const part = bytes.subarray(0, Math.floor(bytes.length * sentPart[how]));
  const announced = how === 'wrong length' ? part.length : bytes.length;
  await new Promise<void>((over) => {
    const outgoing = request(`${world.url}/api/content/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.token}`, 'content-type': type, 'content-length': announced },
    });
    outgoing.on('error', () => undefined);
    outgoing.once('close', over);
    outgoing.once('response', (response) => response.resume());
    outgoing.write(part, () => {
      if (how === 'wrong length') outgoing.end();
      else outgoing.destroy();
    });
  });
  return { type, bytes };
}

/** The same files as the same form, as a browser repeats them. */
export async function uploadAgain(world: World, customer: Customer, { type, bytes }: UploadForm): Promise<Order> {
  const uploaded = await persistently(async () => {
    const response = await fetch(`${world.url}/api/content/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.token}`, 'content-type': type },
      body: new Uint8Array(bytes),
    });
    if (!response.ok) throw new Error(`The upload answered ${response.status}`);
    return (await response.json()) as Uploaded;
  });
  await send(world, 'GET', `/api/buckets/${uploaded.bucketId}`, { customer });
  return chooseEffects(world, customer, uploaded, [[1], [1]]);
}
