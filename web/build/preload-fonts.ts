import type { Plugin } from 'vite';

/**
 * Adds `<link rel="preload">` for the fonts in the first paint, so that they arrive with the style sheet instead of after it. `names`
 * are the file names without their hash.
 */
export function preloadFonts(names: readonly string[]): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const files = Object.keys(bundle ?? {});
        return names.flatMap((name) => {
          const file = files.find((candidate) => candidate.includes(`/${name}-`) && candidate.endsWith('.woff2'));
          if (file === undefined) return [];
          return [
            {
              tag: 'link',
              attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
              injectTo: 'head-prepend' as const,
            },
          ];
        });
      },
    },
  };
}
