import { accessSync, constants } from 'node:fs';
import chromium from '@sparticuz/chromium';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const isProgram = (path: string) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** A Chromium that exists: CHROME_PATH, the system's, or the one in the package `@sparticuz/chromium`, unpacked when first asked for. */
export async function findChromium(): Promise<string> {
  const named = process.env.CHROME_PATH;
  if (named) return named;
  return installed.find(isProgram) ?? (await chromium.executablePath());
}

/** Without a sandbox of its own only as root, where Chromium has none; nothing phones home. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
];
