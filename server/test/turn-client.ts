import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const magicCookie = 0x2112a442;
/** Message types (RFC 8656, section 17) and attribute types (RFC 8489, section 18.3; RFC 8656, section 18). */
const allocate = 0x0003;
const allocated = 0x0103;
const attribute = {
  username: 0x0006,
  integrity: 0x0008,
  errorCode: 0x0009,
  realm: 0x0014,
  nonce: 0x0015,
  relayedAddress: 0x0016,
  requestedTransport: 0x0019,
} as const;
const udp = Buffer.from([17, 0, 0, 0]);

/** Milliseconds before a retry: datagrams may be lost, and a server may still be starting. */
const again = 250;
const timeoutMs = 10_000;

export interface TurnCredentials {
  username: string;
  credential: string;
}

/** A TURN server's answer to a request for a relay: the relay port, or the error code. */
export type Allocation = { port: number } | { error: number };

const encode = (type: number, value: Buffer) => {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
};

const message = (id: Buffer, attributes: Buffer, more = 0) => {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(allocate, 0);
  head.writeUInt16BE(attributes.length + more, 2);
  head.writeUInt32BE(magicCookie, 4);
  return Buffer.concat([head, id, attributes]);
};

function decode(answer: Buffer): { type: number; values: Map<number, Buffer> } {
  const values = new Map<number, Buffer>();
  for (let at = 20; at + 4 <= answer.length; ) {
    const length = answer.readUInt16BE(at + 2);
    values.set(answer.readUInt16BE(at), answer.subarray(at + 4, at + 4 + length));
    at += 4 + length + ((4 - (length % 4)) % 4);
  }
  return { type: answer.readUInt16BE(0), values };
}

/**
 * Requests a relay over UDP from the TURN server on this port of 127.0.0.1, with the long-term credentials of RFC 8489, section 9.2,
 * like a browser.
 * @throws {Error} if nothing answers
 */
export async function requestRelay(port: number, { username, credential }: TurnCredentials): Promise<Allocation> {
  const socket = createSocket('udp4');
  const ask = async (attributes: Buffer, key?: Buffer) => {
    const id = randomBytes(12);
    const signed =
      key &&
      createHmac('sha1', key)
        .update(message(id, attributes, 24))
        .digest();
    const whole = message(id, signed ? Buffer.concat([attributes, encode(attribute.integrity, signed)]) : attributes);
    const send = () => socket.send(whole, port, '127.0.0.1');
    const timer = setInterval(send, again);
    send();
    try {
      for (;;) {
        const [answer] = (await once(socket, 'message', { signal: AbortSignal.timeout(timeoutMs) })) as [Buffer];
        if (answer.subarray(8, 20).equals(id)) return decode(answer);
      }
    } finally {
      clearInterval(timer);
    }
  };
  try {
    const transport = encode(attribute.requestedTransport, udp);
    const { values: asked } = await ask(transport);
    const realm = asked.get(attribute.realm) ?? Buffer.alloc(0);
    const key = createHash('md5').update(`${username}:${realm.toString()}:${credential}`).digest();
    const { type, values } = await ask(
      Buffer.concat([
        transport,
        encode(attribute.username, Buffer.from(username)),
        encode(attribute.realm, realm),
        encode(attribute.nonce, asked.get(attribute.nonce) ?? Buffer.alloc(0)),
      ]),
      key,
    );
    if (type === allocated) {
      return { port: (values.get(attribute.relayedAddress)?.readUInt16BE(2) ?? 0) ^ (magicCookie >>> 16) };
    }
    const error = values.get(attribute.errorCode) ?? Buffer.alloc(4);
    return { error: error.readUInt8(2) * 100 + error.readUInt8(3) };
  } finally {
    socket.close();
  }
}
