import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { register } from '@keepsake/contract/accounts/accounts';
import { request } from '../environment/connection.ts';
import { onDatabase } from '../environment/fill-database.ts';
import { atLeast, quantile, show, type Figure } from '../figure.ts';
import { compare, load } from '../environment/load.ts';
import { withEnvironment, type Scale, type Environment } from '../environment/environment.ts';

const clients = 20;
const password = 'three blue teacups on a shelf';

/** L07: sign-ins compared with the password hash alone, and the cost of the stored hashes. */
export function benchSignIn(scale: Scale): Promise<Figure[]> {
  return withEnvironment(scale, async (stage) => {
    const [product, reference] = [await stage.startProduct(), await stage.startReference()];
    const email = await registered(stage, product.url);
    const {
      ours,
      reference: hash,
      ratio,
    } = await compare(
      // An overloaded server answers 503 at once; only sign-ins count.
      () => load({ url: product.url, request: signInRequest(email), clients, seconds: scale.seconds, refusals: [503] }),
      () => load({ url: reference.url, request: request('POST', '/hash'), clients, seconds: scale.seconds }),
    );
    const stored = await costOfStored(stage, email);
    const asked = await costOf({ memory: 19_456, passes: 2, parallelism: 1 });
    return [
      atLeast(`sign-ins, ${clients} clients`, {
        ours: ours.perSecond,
        reference: hash.perSecond,
        ratio,
        least: 0.4,
        show: show.perSecond,
      }),
      atLeast('cost of one stored hash', { ours: stored, reference: asked, least: 0.7, show: show.ms }),
    ];
  });
}

/** An account that can sign in. @returns its address */
export async function registered({ databaseUrl }: Environment, url: string): Promise<string> {
  const email = `${randomBytes(6).toString('hex')}@bench.example`;
  const response = await fetch(url + register.path, {
    method: register.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'A customer', email, password }),
  });
  if (!response.ok) throw new Error(`Registering: ${response.status} ${await response.text()}`);
  await onDatabase(databaseUrl, (client) =>
    client.query('update users set email_verified_at = now() where email = $1', [email]),
  );
  return email;
}

export function signInRequest(email: string): Buffer {
  return request('POST', '/api/auth/login', { body: { email, password } });
}

async function costOfStored({ databaseUrl }: Environment, email: string): Promise<number> {
  const hash = await onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ hash: string }>('select password_hash as hash from users where email = $1', [
      email,
    ]);
    return rows[0]?.hash ?? '';
  });
  const [, memory, passes, parallelism] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(hash) ?? [];
  if (!memory) throw new Error('The stored hash is not argon2id');
  return costOf({ memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) });
}

/** Median milliseconds of one hash by itself. */
async function costOf(cost: { memory: number; passes: number; parallelism: number }): Promise<number> {
  const derive = promisify(argon2);
  const times: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const started = performance.now();
    await derive('argon2id', { ...cost, message: password, nonce: randomBytes(16), tagLength: 32 });
    times.push(performance.now() - started);
  }
  return quantile(times, 0.5);
}
