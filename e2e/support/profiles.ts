import { readdir, readFile } from 'node:fs/promises';
import { type BrowserContext, chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from './browser.ts';
import type { Person } from './people.ts';

/** One person's browser with a profile folder, as people have. */
export async function launch(profile: string, person: Person, baseURL: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findChromium(),
    args: chromiumArguments,
    viewport: { width: 1440, height: 900 },
    baseURL,
  });
  const { cookies } = await person.api.storageState();
  await context.addCookies(cookies);
  return context;
}

/** Ends a browser the way a crash does. */
export async function kill(profile: string): Promise<void> {
  for (const pid of await readdir('/proc')) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(`--user-data-dir=${profile}`) && !line.includes('--type=')) process.kill(Number(pid), 'SIGKILL');
  }
}
