import { createHash, createHmac, randomBytes } from 'node:crypto';

/** STUN and TURN messages (RFC 8489, RFC 8656), as far as asking for an allocation needs them. */

const cookie = 0x2112a442;

export const methods = { binding: 0x0001, allocate: 0x0003, refresh: 0x0004 };

const attributes = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  lifetime: 0x000d,
  realm: 0x0014,
  nonce: 0x0015,
  relayed: 0x0016,
  requestedTransport: 0x0019,
};

export interface StunAnswer {
  isSuccess: boolean;
  /** Such as 401; 0 if there's none. */
  errorCode: number;
  /** The server's own error text. */
  reason: string;
  realm: string;
  nonce: string;
  /** Whether it contains a relay address. */
  hasRelay: boolean;
}

export interface Credentials {
  username: string;
  password: string;
  realm: string;
  nonce: string;
}

function attribute(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

const number32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

/**
 * A request; with credentials it's signed (long-term mechanism).
 * @param lifetime seconds, for `refresh`; 0 releases an allocation
 */
export function stunRequest(method: number, credentials?: Credentials, lifetime?: number): Buffer {
  const parts: Buffer[] = [];
  // 17 is UDP's IP protocol number: what the relay speaks with the other side.
  if (method === methods.allocate) parts.push(attribute(attributes.requestedTransport, number32(17 * 2 ** 24)));
  if (lifetime !== undefined) parts.push(attribute(attributes.lifetime, number32(lifetime)));
  if (credentials) {
    parts.push(
      attribute(attributes.username, Buffer.from(credentials.username)),
      attribute(attributes.realm, Buffer.from(credentials.realm)),
      attribute(attributes.nonce, Buffer.from(credentials.nonce)),
    );
  }
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(20);
  head.writeUInt16BE(method, 0);
  head.writeUInt32BE(cookie, 4);
  randomBytes(12).copy(head, 8);
  head.writeUInt16BE(body.length + (credentials ? 24 : 0), 2);
  const message = Buffer.concat([head, body]);
  if (!credentials) return message;
  const { username, realm, password } = credentials;
  const key = createHash('md5').update(`${username}:${realm}:${password}`).digest();
  return Buffer.concat([message, attribute(attributes.integrity, createHmac('sha1', key).update(message).digest())]);
}

/** Reads an answer; undefined if it's incomplete or belongs to another request. */
export function readStun(bytes: Buffer, request: Buffer): StunAnswer | undefined {
  if (bytes.length < 20 || bytes.length < 20 + bytes.readUInt16BE(2)) return undefined;
  if (!bytes.subarray(4, 20).equals(request.subarray(4, 20))) return undefined;
  const answer: StunAnswer = {
    isSuccess: (bytes.readUInt16BE(0) & 0x0110) === 0x0100,
    errorCode: 0,
    reason: '',
    realm: '',
    nonce: '',
    hasRelay: false,
  };
  const end = 20 + bytes.readUInt16BE(2);
  for (let at = 20; at + 4 <= end; ) {
    const [type, length] = [bytes.readUInt16BE(at), bytes.readUInt16BE(at + 2)];
    const value = bytes.subarray(at + 4, at + 4 + length);
    if (type === attributes.error && length >= 4) {
      answer.errorCode = (value.readUInt8(2) & 7) * 100 + value.readUInt8(3);
      answer.reason = value.subarray(4).toString();
    } else if (type === attributes.realm) answer.realm = value.toString();
    else if (type === attributes.nonce) answer.nonce = value.toString();
    else if (type === attributes.relayed) answer.hasRelay = true;
    at += 4 + length + ((4 - (length % 4)) % 4);
  }
  return answer;
}
