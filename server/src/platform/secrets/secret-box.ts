import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Db } from '../database/db.ts';
import { storedKeys } from './stored-keys.ts';

/** Encrypts short secrets that must be decrypted later. A secret can be opened only in the context for which it was sealed. */
export interface SecretBox {
  seal(secret: Buffer, context: string): Buffer;
  /** @throws if the key is missing, or the bytes were changed or sealed for another context */
  open(sealed: Buffer, context: string): Promise<Buffer>;
}

interface Key {
  /** The key's id: four bytes in front of the sealed bytes. */
  id: Buffer;
  secret: Buffer;
}

const idLength = 4;
const nonceLength = 12;
const tagLength = 16;

/**
 * AES-256-GCM. The keys come from the setting, whose first one seals, or from the database, so that all processes share them:
 * keys in the database protect a copy of a table, not a copy of the whole database.
 */
export async function createSecretBox(db: Db, setting: string | undefined): Promise<SecretBox> {
  let keys = setting ? setting.split(',').map(keyFromSetting) : await keysOfDatabase(db);
  const find = (id: Buffer) => keys.find((key) => key.id.equals(id));
  return {
    seal(secret, context) {
      const [newest] = keys;
      if (!newest) throw new Error('There is no key to encrypt secrets');
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', newest.secret, nonce).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([newest.id, nonce, encrypted, cipher.getAuthTag()]);
    },
    async open(sealed, context) {
      const id = sealed.subarray(0, idLength);
      if (!find(id) && !setting) keys = await keysOfDatabase(db);
      const key = find(id);
      if (!key) throw new Error('The key of this secret is unknown');
      const nonce = sealed.subarray(idLength, idLength + nonceLength);
      const decipher = createDecipheriv('aes-256-gcm', key.secret, nonce, { authTagLength: tagLength })
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(-tagLength));
      return Buffer.concat([decipher.update(sealed.subarray(idLength + nonceLength, -tagLength)), decipher.final()]);
    },
  };
}

function keyFromSetting(setting: string): Key {
  const secret = Buffer.from(hkdfSync('sha256', setting, '', 'keepsake secrets', 32));
  return { id: createHmac('sha256', secret).update('id').digest().subarray(0, idLength), secret };
}

async function keysOfDatabase(db: Db): Promise<Key[]> {
  return (await storedKeys(db, 'secretKeys')).map(({ id, secret }) => ({ id: Buffer.from(id, 'hex'), secret }));
}
