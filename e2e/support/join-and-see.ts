import type { Page } from 'playwright-core';

/** Presses Join and waits for the first decoded frame of a page whose `connections` are kept; in milliseconds. */
export const joinAndSee = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Join');
    const began = performance.now();
    button?.click();
    for (;;) {
      for (const connection of connections) {
        for (const report of (await connection.getStats()).values()) {
          if (report.type === 'inbound-rtp' && report.framesDecoded > 0) return performance.now() - began;
        }
      }
      await new Promise(requestAnimationFrame);
    }
  });
