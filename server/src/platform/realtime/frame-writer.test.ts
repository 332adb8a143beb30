import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { createFrameWriter, frameOf, type Receiver, sendBuffer } from './frame-writer.ts';

/** A connection that records what's written to it, and how many writes there were. */
function connection() {
  const writes: string[] = [];
  const wire = new Writable({
    write(chunk: Buffer, _encoding, done) {
      writes.push(chunk.toString());
      done();
    },
    writev(chunks, done) {
      writes.push(chunks.map(({ chunk }) => String(chunk)).join(''));
      done();
    },
  });
  return { writes, receiver: { wire, tick: -1 } satisfies Receiver };
}

/** One whose client doesn't read. */
function stuck() {
  const wire = new Writable({ write: () => undefined });
  return { wire, tick: -1 } satisfies Receiver;
}

function deliveryTo(rooms: Record<string, Receiver[]>) {
  const metrics = createMetrics();
  return { metrics, delivery: createFrameWriter((room) => rooms[room] ?? [], metrics) };
}

describe('delivery', () => {
  it('Writes everything from one tick to a connection in one go, in order, each exactly once', async () => {
    const all = Array.from({ length: 20 }, connection);
    const { delivery } = deliveryTo({ room: all.map(({ receiver }) => receiver) });
    for (const text of ['a', 'b', 'c']) delivery.send(['room'], Buffer.from(text));
    for (const { writes } of all) expect(writes).toEqual([]);
    await turn();
    for (const { writes } of all) expect(writes).toEqual(['abc']);
    delivery.send(['room'], Buffer.from('d'));
    await turn();
    for (const { writes } of all) expect(writes).toEqual(['abc', 'd']);
  });

  it('Leaves out, or means only, those who are also in other rooms', async () => {
    const [one, two, outside] = [connection(), connection(), connection()];
    const { delivery } = deliveryTo({
      room: [one.receiver, two.receiver],
      two: [two.receiver],
      others: [two.receiver, outside.receiver],
    });
    delivery.send(['room'], Buffer.from('a'));
    delivery.send(['room'], Buffer.from('b'), { except: ['others'] });
    delivery.send(['room'], Buffer.from('c'), { only: ['others', 'two'] });
    delivery.send(['room'], Buffer.from('d'));
    await turn();
    expect([one.writes, two.writes, outside.writes]).toEqual([['abd'], ['acd'], []]);
  });

  it("Keeps the order for a receiver that's in several rooms, and still writes once", async () => {
    const [both, one] = [connection(), connection()];
    const { delivery } = deliveryTo({ one: [both.receiver, one.receiver], two: [both.receiver] });
    delivery.send(['one'], Buffer.from('1'));
    delivery.send(['two'], Buffer.from('2'));
    delivery.send(['one'], Buffer.from('3'));
    delivery.send(['one', 'two'], Buffer.from('4'));
    await turn();
    expect(both.writes).toEqual(['1234']);
    expect(one.writes).toEqual(['134']);
  });

  it('Sends to everyone in the room when the tick ends', async () => {
    const gone = connection();
    const room = [gone.receiver];
    const { delivery } = deliveryTo({ room });
    delivery.send(['room'], Buffer.from('secret'));
    room.pop();
    await turn();
    expect(gone.writes).toEqual([]);
  });

  it("Cuts off a client that doesn't read once its buffer is full, and no other", async () => {
    const [slow, quick] = [stuck(), connection()];
    const { delivery, metrics } = deliveryTo({ room: [slow, quick.receiver] });
    const piece = Buffer.alloc(64 * 1024);
    const pieces = sendBuffer / piece.length + 2;
    for (let sent = 0; sent < pieces; sent += 1) {
      delivery.send(['room'], piece);
      await turn();
    }
    expect(slow.wire.destroyed).toBe(true);
    expect(quick.writes).toHaveLength(pieces);
    expect(await metrics.registry.getSingleMetricAsString('hubbub_sockets_too_slow_total')).toContain('_total 1');
  });

  it("Doesn't mistake a large amount sent in one tick for a client that isn't reading", async () => {
    const quick = connection();
    const { delivery } = deliveryTo({ one: [quick.receiver], two: [quick.receiver] });
    for (let sent = 0; sent < 20; sent += 1) delivery.send([sent % 2 ? 'one' : 'two'], Buffer.alloc(128 * 1024));
    await turn();
    expect(quick.receiver.wire.destroyed).toBe(false);
    expect(quick.writes).toHaveLength(1);
  });
});

describe('a frame', () => {
  it.each([10, 125, 126, 65_535, 65_536])('says how long it is: %i bytes', (bytes) => {
    const frame = frameOf('e', JSON.stringify('x'.repeat(bytes - '42["e",""]'.length)));
    expect(frame[0]).toBe(0x81);
    if (bytes < 126) {
      expect(frame[1]).toBe(bytes);
      expect(frame.subarray(2).length).toBe(bytes);
    } else if (bytes < 65_536) {
      expect([frame[1], frame.readUInt16BE(2)]).toEqual([126, bytes]);
      expect(frame.subarray(4).length).toBe(bytes);
    } else {
      expect([frame[1], frame.readBigUInt64BE(2)]).toEqual([127, BigInt(bytes)]);
      expect(frame.subarray(10).length).toBe(bytes);
    }
  });
});
