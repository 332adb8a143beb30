import type { Plugin } from 'vite';

const folder = 'react-router/dist/production/lib/';

/**
 * What the router brings for things that are not used here, and that no tree shaking can know of: instrumentation, which only
 * `createBrowserRouter({ instrumentations })` begins, and the links that `<Link prefetch>` draws under a rendering server. By file:
 * what is looked for, and what stands there instead.
 */
const parts: Record<string, [found: RegExp, instead: string]> = {
  'router/instrumentation.js': [
    /^[\s\S]*export \{ consumeInstrumentationClientResultMetaReceiver, getRouteInstrumentationUpdates, instrumentClientSideRouter,[^}]*\};\s*$/,
    `export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
export const getRouteInstrumentationUpdates = () => ({});
export const instrumentClientSideRouter = (router) => router;
export const instrumentHandler = undefined;
export const instrumentationResultMetaContext = undefined;
`,
  ],
  'dom/lib.js': [/React\$1\.createElement\(PrefetchPageLinks, \{ page: href \}\)/, 'null'],
};

/** Leaves those parts out of the build: three kilobytes that every page would load. Fails when the router is not as it was known. */
export function routerParts(): Plugin {
  const left = new Set(Object.keys(parts));
  return {
    name: 'router-parts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const [file, part] = Object.entries(parts).find(([name]) => id.endsWith(folder + name)) ?? [];
      if (file === undefined || part === undefined) return null;
      const [found, instead] = part;
      if (found.test(code)) left.delete(file);
      return { code: code.replace(found, instead), map: null };
    },
    generateBundle() {
      if (left.size === 0) return;
      this.error(
        `The router has changed in ${[...left].join(', ')}: look at web/build/router-parts.ts, which leaves parts of it out.`,
      );
    },
  };
}
