import { accessSync, constants } from 'node:fs';
import chromium from '@sparticuz/chromium';

// The headless shell does the same work in half the time.
const shell = '/usr/bin/chromium-headless-shell';
const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const isProgram = (path: string) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * An installed Chromium: CHROME_PATH, the system's headless shell or browser, or the one in the package `@sparticuz/chromium`, unpacked
 * on first use.
 */
export async function findChromium(): Promise<string> {
  const named = process.env.CHROME_PATH;
  if (named) return named;
  return [shell, ...browsers].find(isProgram) ?? (await chromium.executablePath());
}

/** Leads to this machine, but browsers trust it as little as they trust a machine in a local network that has no https. */
export const localNetworkHost = 'hubbub.test';

/**
 * Without its sandbox only as root, where Chromium has none; nothing phones home. Cameras send as few frames a second as they can: the
 * tests check that they arrive, and a browser without a GPU works hard for each.
 */
export const chromiumArguments: string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  `--host-resolver-rules=MAP ${localNetworkHost} 127.0.0.1`,
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--use-fake-ui-for-media-stream',
  // Two of each device, so there's a choice.
  '--use-fake-device-for-media-stream=device-count=2,fps=5',
  // What's shared when a page asks for a screen: there's none here.
  '--auto-select-tab-capture-source-by-title=Hubbub',
];
