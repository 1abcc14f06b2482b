import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import { AppError } from '../../errors.ts';
import type { Clock } from '../time/clock.ts';
import type { Db } from '../database/db.ts';
import { storedKeys } from './stored-keys.ts';

/** The purposes of links, with their lifetime in seconds. */
const linkPurposes = { view: 15 * 60, download: 5 * 60, provider: 2 * 3600 } as const;
export type LinkPurpose = keyof typeof linkPurposes;

export interface SignedLinks {
  /** Adds expiry, key id and signature to a path such as `/uploads/<file>`. `extra` is part of the link and signed with it. */
  sign(path: string, purpose: LinkPurpose, extra?: string): string;
  /** The purpose of a valid link. @throws AppError link_invalid, always the same */
  verify(path: string, query: Record<string, unknown>): Promise<LinkPurpose>;
}

interface Key {
  id: string;
  /** A key object: a page signs a hundred links, and a key passed as bytes would be imported for each. */
  secret: KeyObject;
}

/** Milliseconds between two queries for new keys, however many links with unknown keys arrive. */
const queryEveryMs = 1_000;

/** Size of the cache of links, a few megabytes: pages poll, and their links are the same within a minute. */
const maxRecent = 10_000;

/**
 * HMAC-SHA256 over purpose, path, expiry and extra; the algorithm is fixed. The keys come from the setting, whose first one signs, or from the
 * database, whose newest one signs, so that all processes share them. A key that is added to the database becomes known to a process when the first
 * link arrives that was signed with it.
 */
export async function createSignedLinks(db: Db, clock: Clock, setting: string | undefined): Promise<SignedLinks> {
  let keys = setting ? setting.split(',').map(keyFromSetting) : await keysOfDatabase(db);
  let queriedAt = performance.now();
  const recent = new Map<string, { link: string; expires: number; key: Key }>();
  const findKey = async (id: string | undefined) => {
    const known = keys.find((key) => key.id === id);
    if (known || setting || performance.now() - queriedAt < queryEveryMs) return known;
    queriedAt = performance.now();
    keys = await keysOfDatabase(db);
    return keys.find((key) => key.id === id);
  };
  return {
    sign(path, purpose, extra = '') {
      // Rounded up to whole minutes, so that a polled page keeps its addresses and the browser its cache.
      const expires = Math.ceil(clock.now().getTime() / 60_000) * 60 + linkPurposes[purpose];
      const [newest] = keys;
      if (!newest) throw new Error('There is no key to sign links');
      const subject = `${purpose} ${path} ${extra}`;
      const kept = recent.get(subject);
      if (kept?.expires === expires && kept.key === newest) return kept.link;
      const sentAlong = extra && `&x=${encodeURIComponent(extra)}`;
      const signed = signature(newest, purpose, path, String(expires), extra);
      const link = `${path}?p=${purpose}&e=${expires}&k=${newest.id}${sentAlong}&s=${signed}`;
      if (recent.size >= maxRecent) recent.clear();
      recent.set(subject, { link, expires, key: newest });
      return link;
    },
    async verify(path, query) {
      const [purpose, expires, keyId, given, extra] = ['p', 'e', 'k', 's', 'x'].map((name) =>
        typeof query[name] === 'string' ? query[name] : '',
      );
      const key = await findKey(keyId);
      if (!key || !purpose || !Object.hasOwn(linkPurposes, purpose)) throw new AppError('link_invalid');
      const expected = Buffer.from(signature(key, purpose, path, expires ?? '', extra ?? ''));
      const actual = Buffer.from(given ?? '');
      if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) throw new AppError('link_invalid');
      if (Number(expires) * 1000 < clock.now().getTime()) throw new AppError('link_invalid');
      return purpose as LinkPurpose;
    },
  };
}

function signature(key: Key, purpose: string, path: string, expires: string, extra: string): string {
  return createHmac('sha256', key.secret).update([purpose, path, expires, extra].join('\n')).digest('base64url');
}

function keyFromSetting(setting: string): Key {
  const secret = createSecretKey(Buffer.from(hkdfSync('sha256', setting, '', 'keepsake media links', 32)));
  return { id: createHmac('sha256', secret).update('id').digest('hex').slice(0, 8), secret };
}

async function keysOfDatabase(db: Db): Promise<Key[]> {
  return (await storedKeys(db, 'signingKeys')).map(({ id, secret }) => ({ id, secret: createSecretKey(secret) }));
}
