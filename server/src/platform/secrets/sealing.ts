import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Db } from '#platform/database/database.ts';
import { keyOf } from './server-keys.queries.ts';

/** A stored secret: this byte, the nonce, AES-256-GCM's tag, the ciphertext. */
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + nonceBytes + tagBytes;
const keyBytes = 32;

/**
 * Encrypts secrets that the server must be able to read again. A secret can be opened only for its owner: moved to another row, it can't.
 */
export interface Seal {
  seal(plain: Buffer, owner: string): Buffer;
  /** @throws {Error} if it was changed, or sealed for someone else, for another purpose or with another key */
  open(sealed: Buffer, owner: string): Buffer;
}

/** How much longer a secret gets by being sealed, in bytes. */
export const sealedBytes = headBytes;

/** @param key the server's; each purpose has one that's derived from it */
export function createSeal(key: Buffer, purpose: string): Seal {
  const own = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `hubbub ${purpose}`, keyBytes));
  return {
    seal(plain, owner) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', own, nonce).setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, owner) {
      if (sealed.length < headBytes || sealed[0] !== version) throw new Error('This is not a sealed secret');
      const nonce = sealed.subarray(1, 1 + nonceBytes);
      const cipher = createDecipheriv('aes-256-gcm', own, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(1 + nonceBytes, headBytes));
      return Buffer.concat([cipher.update(sealed.subarray(headBytes)), cipher.final()]);
    },
  };
}

/** The seal for a purpose, by the server's own key. */
export async function openSeal(db: Db, purpose: string): Promise<Seal> {
  const key = await keyOf(db, 'sealing', () => randomBytes(keyBytes).toString('base64url'));
  return createSeal(Buffer.from(key, 'base64url'), purpose);
}
