import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { createSlots } from '../../../platform/slots.ts';

/**
 * Cost of a hash: the minimum that OWASP recommends for argon2id. A hash with another cost still verifies, and is replaced at the next sign-in.
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;
const nonceLength = 16;

/** Hashing uses a whole core: one core stays free for other work. On a busy machine a sign-in waits for its slot rather than failing. */
const inSlot = createSlots({ slots: Math.max(2, availableParallelism() - 1), longestWaitMs: 4000 });

const derive = promisify(argon2);

/** A new hash as a PHC string. @throws AppError service_unavailable while too many are being made */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(nonceLength);
  const tag = await inSlot(() => derive('argon2id', { ...cost, tagLength, nonce, message: password }));
  return toPhc({ ...cost, nonce, tag });
}

/**
 * Whether the password matches the hash. Takes the same time if there is no hash, so that the timing does not reveal whether an account exists.
 * @throws AppError service_unavailable while too many are being made
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const hash = fromPhc(stored) ?? noHash;
  const { nonce, tag, ...parameters } = hash;
  const given = await inSlot(() =>
    derive('argon2id', { ...parameters, tagLength: tag.length, nonce, message: password }),
  );
  return timingSafeEqual(given, tag) && hash !== noHash;
}

/** Whether a hash has another cost than new hashes have. */
export function isOutdatedHash(stored: string): boolean {
  const hash = fromPhc(stored);
  return !hash || hash.memory !== cost.memory || hash.passes !== cost.passes || hash.parallelism !== cost.parallelism;
}

interface Hash {
  memory: number;
  passes: number;
  parallelism: number;
  nonce: Buffer;
  tag: Buffer;
}

const noHash: Hash = { ...cost, nonce: randomBytes(nonceLength), tag: randomBytes(tagLength) };

function toPhc({ memory, passes, parallelism, nonce, tag }: Hash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{22,})$/;

function fromPhc(text: string | null): Hash | undefined {
  const [, memory, passes, parallelism, nonce, tag] = phc.exec(text ?? '') ?? [];
  if (!nonce || !tag) return undefined;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
