import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { contractCalls } from './contract-calls.ts';

/** What the screens ask of a browser while they're drawn. Most offer passkeys, and the button must not move what's above it later. */
const browser = {
  document: { querySelector: () => null },
  window: { isSecureContext: true, PublicKeyCredential: { isConditionalMediationAvailable: () => true } },
};

type Screens = Record<string, string>;

/** Draws the screens with the app's own components, in a process that has no browser. */
async function draw(root: string, entry: string): Promise<Screens> {
  // Inside node_modules, so that it finds the libraries.
  const outDir = await mkdtemp(join(root, 'node_modules/.first-screens-'));
  try {
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'silent',
      plugins: [contractCalls(), react()],
      build: {
        ssr: entry,
        outDir,
        minify: false,
        rolldownOptions: { output: { entryFileNames: 'screens.mjs', codeSplitting: false } },
      },
    });
    Object.assign(globalThis, browser);
    const { firstScreens } = await import(pathToFileURL(join(outDir, 'screens.mjs')).href);
    return firstScreens();
  } finally {
    for (const name of Object.keys(browser)) Reflect.deleteProperty(globalThis, name);
    await rm(outDir, { recursive: true });
  }
}

/**
 * Writes `.vite/first-screens.json`: for some page names, the HTML that the server sends along, so that people see the page before any
 * script has run.
 * @param entry the module that draws them, below the web app's root
 */
export function firstScreens(entry: string): Plugin {
  let root = '';
  return {
    name: 'first-screens',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle() {
      const source = `${JSON.stringify(await draw(root, entry), null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: '.vite/first-screens.json', source });
    },
  };
}
