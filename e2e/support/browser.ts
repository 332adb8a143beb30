import { accessSync, constants } from 'node:fs';
import chromium from '@sparticuz/chromium';

// The shell without a window does the same work in half the time.
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

/** A Chromium that exists: CHROME_PATH, the system's headless shell or browser, or the one in the package `@sparticuz/chromium`, unpacked when first asked for. */
export async function findChromium(): Promise<string> {
  const named = process.env.CHROME_PATH;
  if (named) return named;
  return [shell, ...browsers].find(isProgram) ?? (await chromium.executablePath());
}

/**
 * Without a sandbox of its own only as root, where Chromium has none; nothing phones home. Cameras send `fps` pictures a second,
 * 5 to 60: what is tested is that they arrive, and a browser without a graphics card works hard for each.
 */
export const argumentsWithCameras = ({ fps }: { fps: number }): string[] => [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--use-fake-ui-for-media-stream',
  // Two of each device, for there is a choice.
  `--use-fake-device-for-media-stream=device-count=2,fps=${fps}`,
  // What is shared where a page asks for a screen: there is none here.
  '--auto-select-tab-capture-source-by-title=Hubbub',
];

export const chromiumArguments = argumentsWithCameras({ fps: 10 });
