import { send } from './http.ts';
import type { Customer } from './order.ts';
import { linkInMail, password, signIn } from './shopper.ts';
import { adminEmail, type World } from '../world/world.ts';

const admins = new WeakSet<World>();

/** The administrator with a new session: scenarios move the clock past the expiry of sessions and links. */
export async function admin(world: World): Promise<Customer> {
  if (!admins.has(world)) await setPassword(world);
  admins.add(world);
  return signIn(world, adminEmail);
}

async function setPassword(world: World): Promise<void> {
  const since = Date.now();
  await send(world, 'POST', '/api/auth/forgot-password', { body: { email: adminEmail } });
  const link = await linkInMail(world, adminEmail, '/reset-password', since);
  await send(world, 'POST', '/api/auth/reset-password', { body: { ...link, newPassword: password } });
}

/** The administrators' error list, newest first. */
export async function errorList(world: World): Promise<string[]> {
  const { data } = (await send(world, 'GET', '/api/admin/errors?limit=100', { customer: await admin(world) })) as {
    data: { errorMessage: string }[];
  };
  return data.map(({ errorMessage }) => errorMessage);
}
