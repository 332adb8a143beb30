import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunkCycles } from './build/chunk-cycles.ts';
import { chunkGroups } from './build/chunks.ts';
import { contractCalls } from './build/contract-calls.ts';
import { earlyScript } from './build/early-script.ts';
import { fetchBeforeImport } from './build/fetch-before-import.ts';
import { firstPaint } from './build/first-paint.ts';
import { firstScreens } from './build/first-screens.ts';
import { initialJavaScript } from './build/initial-javascript.ts';
import { modulesOf, pageFiles } from './build/page-files.ts';
import { precompress } from './build/precompress.ts';
import { preloadFonts } from './build/preload-fonts.ts';

/**
 * In development the API, the media and the socket are proxied from the server. Everything shares this server's origin, so cookies
 * behave as in production.
 */
const server = process.env.HUBBUB_API ?? 'http://127.0.0.1:3000';
const proxy = Object.fromEntries(
  ['/v1', '/api', '/media', '/docs', '/dev', '/manifest.webmanifest', '/icons', '/healthz', '/readyz'].map((path) => [
    path,
    { target: server },
  ]),
);

export default defineConfig({
  plugins: [
    contractCalls(),
    fetchBeforeImport(),
    react(),
    tailwindcss(),
    preloadFonts(['inter-latin']),
    firstPaint({ script: 'src/app/first-paint.ts', styles: 'src/app/first-paint.css' }),
    firstScreens('src/app/first-screens.tsx'),
    earlyScript('src/app/early.ts'),
    pageFiles(),
    chunkCycles(),
    initialJavaScript({ name: 'feed', pages: modulesOf('feed'), most: 177_000 }),
    initialJavaScript({
      name: 'meeting',
      pages: modulesOf('meetJoin'),
      later: ['src/features/meetings/meeting.ts', 'socket.io-client/build/esm/index.js'],
      most: 181_000,
    }),
    initialJavaScript({ name: 'conversation', pages: modulesOf('chat'), most: 203_000 }),
    initialJavaScript({ name: 'channel', pages: modulesOf('communities'), most: 221_000 }),
    // The app's worker, without the plugin's own: the server makes the manifest, and `platform/worker.ts` registers it.
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'worker',
      filename: 'worker.ts',
      manifest: false,
      injectRegister: false,
      injectManifest: {
        rollupFormat: 'iife',
        // The page, whatever opens later, styles, and the font of most texts. Larger scripts work without a connection only once they were used.
        globPatterns: ['index.html', 'assets/*.{js,css}', 'assets/inter-latin-*.woff2'],
        maximumFileSizeToCacheInBytes: 256 * 1024,
        dontCacheBustURLsMatching: /^assets\//,
      },
      showMaximumFileSizeToCacheInBytesWarning: true,
    }),
    precompress(),
  ],
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    // Browsers without it load the same files a moment later.
    modulePreload: { polyfill: false },
    // An inlined asset would be a data: URL, which the content-security policy doesn't allow for fonts and scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { ...proxy, '/socket.io': { target: server, ws: true } },
  },
  preview: { proxy: { ...proxy, '/socket.io': { target: server, ws: true } } },
});
