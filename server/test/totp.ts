import assert from 'node:assert/strict';
import { beginTotp, confirmTotp } from '@keepsake/contract/accounts/totp';
import { hashPassword } from '../src/features/accounts/passwords/password-hash.ts';
import { stepSeconds, totpCode } from '../src/features/accounts/two-step/totp.ts';
import { sql } from 'kysely';
import { runStatement } from './statements.ts';
import type { TestApp, TestUser } from './harness.ts';
import { until } from './until.ts';

export const adminPassword = 'a lamp on the pier';

/** What an authenticator app holds: it knows the secret and looks at its own clock. */
export interface Phone {
  /** The code that it shows, so many steps of 30 s from now, by the clock of an app. */
  code(app: TestApp, steps?: number): string;
}

export async function createAdmin(app: TestApp): Promise<TestUser> {
  const admin = await app.createUser({ role: 'Admin' });
  await runStatement(
    app.db,
    sql`
    update users set password_hash = ${await hashPassword(adminPassword)} where id = ${admin.id}`,
  );
  return admin;
}

/** A phone that has read the secret of the app, as it is printed for typing. */
export function phoneWith(secret: string): Phone {
  return {
    code: ({ deps }, steps = 0) =>
      totpCode(fromBase32(secret), Math.floor(deps.clock.now().getTime() / 1000 / stepSeconds) + steps),
  };
}

/** Turns the second step on for an administrator, over HTTP. */
export async function enrol(app: TestApp, admin: TestUser): Promise<{ phone: Phone; recoveryCodes: string[] }> {
  const begun = await app.call(beginTotp, { token: admin.token, body: { password: adminPassword } });
  assert.equal(begun.status, 200, JSON.stringify(begun.error));
  const phone = phoneWith(begun.data.secret);
  // The last step's code is good as long as this step lasts.
  await until(() => (app.deps.clock.now().getTime() / 1000) % stepSeconds < stepSeconds - 2);
  const confirmed = await app.call(confirmTotp, { token: admin.token, body: { totpCode: phone.code(app, -1) } });
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.error));
  return { phone, recoveryCodes: confirmed.data.recoveryCodes };
}

/** RFC 4648, read back. */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
