import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Part } from '../bench.ts';
import { root, startBareUpload } from '../children.ts';
import { median } from '../measure.ts';
import { watchMemory } from '../memory.ts';
import { sessionTokenOf } from '../seed.ts';
import { formatMeasurement, megabytes, megabytesPerSecond } from '../table.ts';

const megabyte = 1024 * 1024;
const videoBytes = 95 * megabyte;
/** Highest acceptable rise in the server's memory. */
const wantedRise = 64 * megabyte;
/** The sender's chunks, as browsers use. */
const piece = 64 * 1024;
const boundary = 'bench-boundary-7d1c';

/** A real video of any size: a short one with a box at its end that players skip (ISO/IEC 14496-12, 8.1.2, `free`). */
async function* video(bytes: number): AsyncGenerator<Buffer> {
  const start = await readFile(join(root, 'tools/demo/media/waves.mp4'));
  yield start;
  const box = Math.max(8, bytes - start.length);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(box, 0);
  head.write('free', 4);
  yield head;
  const filler = Buffer.alloc(piece, 0x5a);
  for (let left = box - 8; left > 0; left -= piece) yield left >= piece ? filler : filler.subarray(0, left);
}

async function* form(bytes: number): AsyncGenerator<Buffer> {
  const part = (head: string) => `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n`;
  yield Buffer.from(`${part('name="content"')}\r\nThe whole concert\r\n`);
  yield Buffer.from(`${part('name="files"; filename="concert.mp4"')}content-type: video/mp4\r\n\r\n`);
  yield* video(bytes);
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

/** Sends a post with a video; returns how long it took, in seconds, and the response. */
async function send(url: string, bytes: number): Promise<{ seconds: number; status: number; body: string }> {
  const began = performance.now();
  const outgoing = request(`${url}/v1/posts`, {
    method: 'POST',
    headers: {
      cookie: `hubbub=${sessionTokenOf(1)}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  const answered = new Promise<{ status: number; body: string }>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', async (response) => {
      let body = '';
      for await (const chunk of response) body += String(chunk);
      resolve({ status: response.statusCode ?? 0, body });
    });
  });
  await pipeline(form(bytes), outgoing);
  return { ...(await answered), seconds: (performance.now() - began) / 1000 };
}

/** Waits until the server has processed a post's media, which is work of its own. */
async function untilLookedAt(url: string, body: string): Promise<void> {
  const { post } = JSON.parse(body) as { post: { post_id: string } };
  for (const end = Date.now() + 90_000; Date.now() < end; await sleep(200)) {
    const response = await fetch(`${url}/v1/posts/${post.post_id}`, {
      headers: { cookie: `hubbub=${sessionTokenOf(1)}` },
    });
    if (!(await response.text()).includes('"processing"')) return;
  }
}

/** Sends the video and waits until the server has processed it; returns bytes per second. */
async function speedOf(url: string, isOurs: boolean): Promise<number> {
  const { seconds, status, body } = await send(url, videoBytes);
  if (status !== 201) throw new Error(`A post with a large video was answered with ${status}: ${body}`);
  if (isOurs) await untilLookedAt(url, body);
  return videoBytes / seconds;
}

export const upload: Part = {
  name: 'upload',
  meaning: 'uploading a 95 MB video: memory, and speed vs. a bare handler',
  async run(bench) {
    const { url, pid } = await bench.server();
    // The first upload loads code that stays loaded; it says nothing about what an upload needs.
    const first = await send(url, megabyte);
    if (first.status !== 201) throw new Error(`A post with a video was answered with ${first.status}: ${first.body}`);
    await untilLookedAt(url, first.body);
    await sleep(1000);
    const memory = watchMemory(pid);
    const sent = await send(url, videoBytes);
    const rise = memory.rise();
    if (sent.status !== 201)
      throw new Error(`A post with a large video was answered with ${sent.status}: ${sent.body}`);
    await untilLookedAt(url, sent.body);
    const after = memory.rise();
    memory.stop();

    const bare = await startBareUpload(join(bench.folder, 'bare-upload'));
    await speedOf(bare.url, false);
    const runs: { one: number; other: number }[] = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      runs.push({ one: await speedOf(url, true), other: await speedOf(bare.url, false) });
    }
    await bare.stop();
    return [
      {
        what: 'Upload of a 95 MB video: increase in server memory',
        ours: megabytes(rise),
        wanted: `under ${formatMeasurement(megabytes(wantedRise))}`,
        met: rise < wantedRise,
      },
      { what: 'the same, until the video was processed', ours: megabytes(after) },
      {
        what: 'the same, speed, vs. a bare Fastify handler that streams the form to disk',
        ours: megabytesPerSecond(median(runs.map(({ one }) => one))),
        limit: megabytesPerSecond(median(runs.map(({ other }) => other))),
        ratio: median(runs.map(({ one, other }) => one / other)),
        inShort: 'Upload of 95 MB',
        limitIs: 'bare Fastify handler that streams the form to disk',
        because: "The bare handler doesn't inspect the file or store a row.",
      },
    ];
  },
};
