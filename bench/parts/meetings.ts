import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumArguments, findChromium } from '../../e2e/support/browser.ts';
import { joinAndSee } from '../../e2e/support/join-and-see.ts';
import { people } from '../../tools/demo/world-data.ts';
import type { Bench, Part } from '../bench.ts';
import { fillDemo, startServer } from '../children.ts';
import { median } from '../measure.ts';
import { milliseconds, type Row } from '../table.ts';
import { signIn } from './web.ts';

/** Most milliseconds from pressing Join to the first picture of the other person. */
const wanted = 1_500;
const meetings = 5;
const one = people[0]?.username ?? '';
const other = people[1]?.username ?? '';

/** The tests' camera sends so few frames a second that waiting for one would count. */
const cameras = chromiumArguments.map((argument) =>
  argument.startsWith('--use-fake-device') ? '--use-fake-device-for-media-stream=fps=30' : argument,
);

/** Records, in a page, when the first frame of a connection's video was decoded. */
function watchFrames(): void {
  const made: RTCPeerConnection[] = [];
  Object.assign(window, { connections: made });
  window.RTCPeerConnection = class extends window.RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      made.push(this);
    }
  };
}

async function lobby(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(watchFrames);
  await page.goto(url);
  await page.getByRole('button', { name: 'Turn off camera' }).waitFor();
  return page;
}

/** Joins an empty meeting with one browser profile and then with another; returns how long the second waits. */
async function meet(contexts: readonly [BrowserContext, BrowserContext], url: string): Promise<number> {
  const first = await lobby(contexts[0], url);
  await first.getByRole('button', { name: 'Join', exact: true }).click();
  await first.getByRole('button', { name: 'Leave' }).waitFor();
  const second = await lobby(contexts[1], url);
  const took = await joinAndSee(second);
  await Promise.all([first.close(), second.close()]);
  return took;
}

/** Two connections in one page with nothing in between: the least the browser itself needs. */
async function bareLoop(browser: Browser, origin: string): Promise<number> {
  const page = await browser.newPage();
  // One of the server's pages, because only secure origins get a camera.
  await page.goto(`${origin}/robots.txt`);
  const took = await page.evaluate(async () => {
    const video = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };
    const camera = await navigator.mediaDevices.getUserMedia({ audio: true, video });
    const began = performance.now();
    const sides = [new RTCPeerConnection(), new RTCPeerConnection()] as const;
    const [here, there] = sides;
    here.onicecandidate = ({ candidate }) => void there.addIceCandidate(candidate ?? undefined);
    there.onicecandidate = ({ candidate }) => void here.addIceCandidate(candidate ?? undefined);
    for (const side of sides) for (const track of camera.getTracks()) side.addTrack(track, camera);
    await here.setLocalDescription();
    await there.setRemoteDescription(here.localDescription as RTCSessionDescription);
    await there.setLocalDescription();
    await here.setRemoteDescription(there.localDescription as RTCSessionDescription);
    for (;;) {
      for (const report of (await here.getStats()).values()) {
        if (report.type === 'inbound-rtp' && report.framesDecoded > 0) return performance.now() - began;
      }
      await new Promise(requestAnimationFrame);
    }
  });
  await page.close();
  return took;
}

async function measure(bench: Bench): Promise<Row[]> {
  const what = "Meeting: from Join to the other person's first frame";
  const executablePath = await findChromium().catch(() => undefined);
  if (executablePath === undefined)
    return [{ what, ours: 'not measured: there is no Chromium. Set CHROME_PATH to one.' }];
  const folder = join(bench.folder, 'web-data');
  const server = await startServer(folder, {});
  bench.say('filling a demo world for meetings (once)');
  await fillDemo(server.url, folder);
  const browser = await chromium.launch({ executablePath, args: cameras });
  try {
    const contexts = [await browser.newContext(), await browser.newContext()] as const;
    await signIn(contexts[0], server.url, one);
    await signIn(contexts[1], server.url, other);
    const [ours, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < meetings; round += 1) {
      bench.say(`measuring: meeting ${round + 1} of ${meetings}`);
      ours.push(await meet(contexts, `${server.url}/meet/join?room=bench${round}x${process.pid}`));
      bare.push(await bareLoop(browser, server.url));
    }
    return [
      {
        what,
        ours: milliseconds(median(ours)),
        limit: milliseconds(median(bare), 'two connections in one page'),
        ratio: median(ours) / median(bare),
        wanted: `at most ${wanted} ms`,
        met: median(ours) <= wanted,
      },
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

export const meeting: Part = {
  name: 'meetings',
  withoutDatabase: true,
  meaning: 'how soon two people in a meeting see each other',
  run: measure,
};
