import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The module in which Vite wraps each import(), as `__vitePreload(load, files)`. */
const helper = '\0vite/preload-helper.js';
const file = fileURLToPath(new URL('../src/ui/late/fetch-code.ts', import.meta.url));

/** Replaces Vite's wrapper around each import() with `importCode`, which survives a lost connection. */
export function fetchBeforeImport(): Plugin {
  let replaced = false;
  return {
    name: 'fetch-before-import',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== helper) return null;
      replaced = true;
      return `export { importCode as __vitePreload } from ${JSON.stringify(file)};`;
    },
    generateBundle() {
      if (!replaced) this.error('Vite has changed how it imports code: look at web/build/fetch-before-import.ts.');
    },
  };
}
