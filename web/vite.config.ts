import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkCycles } from './build/chunk-cycles.ts';
import { contractCalls } from './build/contract-calls.ts';
import { earlyScript } from './build/early-script.ts';
import { fetchBeforeImport } from './build/fetch-before-import.ts';
import { firstPaint } from './build/first-paint.ts';
import { firstScreens } from './build/first-screens.ts';
import { initialJavaScript } from './build/initial-javascript.ts';
import { modulesOf, pageFiles } from './build/page-files.ts';
import { precompress } from './build/precompress.ts';
import { preloadFonts } from './build/preload-fonts.ts';
import { serviceWorker } from './build/service-worker.ts';

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
    initialJavaScript({ name: 'feed', pages: modulesOf('feed'), most: 169_000 }),
    initialJavaScript({
      name: 'meeting',
      pages: modulesOf('meetJoin'),
      later: ['src/features/meetings/meeting.ts', 'socket.io-client/build/esm/index.js'],
      most: 163_000,
    }),
    initialJavaScript({ name: 'conversation', pages: modulesOf('chat'), most: 193_000 }),
    initialJavaScript({ name: 'channel', pages: modulesOf('communities'), most: 206_000 }),
    serviceWorker('worker/worker.ts'),
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
        codeSplitting: {
          groups: [
            // Icons that several pages share, but neither the feed nor a meeting draws at first.
            {
              name: 'icons',
              minShareCount: 4,
              test: /lucide-react\/dist\/esm\/icons\/(arrow-up|circle-check|circle-x|copy|eye|image-up|inbox|mail-plus|qr-code|scale|scroll-text|user-plus|user-x)\./,
              includeDependenciesRecursively: false,
            },
            // Those of menus and messages, which chats draw at first.
            {
              name: 'menu-icons',
              minShareCount: 4,
              test: /lucide-react\/dist\/esm\/icons\/(arrow-down|ban|eye-off|face-slightly-smiling|flag|globe|pencil|reply|trash|volume-2|volume-x)\./,
              includeDependenciesRecursively: false,
            },
            // What most pages share, in one file instead of thirty. Nothing in it may import the schema library, which only forms need.
            {
              name: 'base',
              minShareCount: 4,
              test: /rolldown.runtime|vite.preload-helper|lucide-react\/(?!dist\/esm\/icons\/(arrow-big-down|arrow-big-up|eighth-notes|file-exclamation-point|film|hourglass|image-off|pause|play|quote|rotate-ccw|share-2)\.)|node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core)|@radix-ui\/(react-slot|react-compose-refs))\/|contract\/src\/platform\/(limits|messages|pages)|web\/src\/platform\/(?!socket|live-checks|settled-connection|api-stream|draft|use-paused)|accounts\/accounts\.(data\.ts|endpoints\.ts\?calls)$|src\/app\/(query-client|report-failure)|report-store|place\.rules|deleted-user|channel-names|src\/features\/relations\/turned-away|src\/ui\/(alerts\/alerts|count-badge|dropdown-menu\/(subject-menu|DropdownMenu)|toast\/toasts|logo|cx|avatar\/|button|card|icon-button|late|layer|skeleton|spinner|states|tooltip\/Tooltip\.)/,
              includeDependenciesRecursively: false,
            },
            // Lists, menus and full-size pictures, which chats have as well as feeds.
            {
              name: 'lists',
              minShareCount: 2,
              test: /node_modules\/@tanstack\/(react-virtual|virtual-core)\/|src\/ui\/gallery\/late|src\/features\/posts\/late-prepare-media/,
              includeDependenciesRecursively: false,
            },
            // Texts with links and names, in posts, comments and messages.
            {
              name: 'rich-text',
              minShareCount: 2,
              test: /src\/features\/rich-text\/(RichText|rich-text\.rules|LinkCard)|src\/ui\/removed-note/,
              includeDependenciesRecursively: false,
            },
            // What conversations and channels share with what opens later in them.
            {
              name: 'messages',
              minShareCount: 2,
              test: /src\/features\/rooms\/(abilities|act|chosen-files|composing|draft|excerpt|file-boxes|form-files|held|message-actions|outgoing|sent-files|stored-messages|timeline|versions|Quote|messages\.data|messages\.endpoints)|lucide-react\/dist\/esm\/icons\/corner-up-right\./,
              includeDependenciesRecursively: false,
            },
            // What every page of a signed-in person loads after its first paint, and some before it, by what else is on it.
            {
              name: 'places',
              minShareCount: 2,
              test: /src\/features\/(channels\/channels|communities\/communities)\.(data|rules|endpoints\.ts\?calls)/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'conversations',
              minShareCount: 2,
              test: /src\/features\/conversations\/(conversations\.(data|rules|endpoints\.ts\?calls)|use-conversations-live)/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'notifications',
              minShareCount: 2,
              test: /src\/features\/notifications\/(notifications\.(data|rules|endpoints\.ts\?calls)|use-notifications-live)/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'connection',
              minShareCount: 2,
              test: /web\/src\/platform\/(socket|draft|live-checks|settled-connection)|notifications\/live\.endpoints\.ts\?calls/,
              includeDependenciesRecursively: false,
            },
            // What pages say of the site, without what its team does.
            {
              name: 'site',
              minShareCount: 2,
              test: /src\/features\/site\/((site|team)\.(data|rules)|site\.endpoints\.ts\?calls)/,
              includeDependenciesRecursively: false,
            },
            // What the feed shares with other pages that show posts; things that open later stay in separate files.
            {
              name: 'posts',
              minShareCount: 2,
              test: /lucide-react\/dist\/esm\/icons\/(arrow-big-down|arrow-big-up|eighth-notes|file-exclamation-point|hourglass|pause|play|quote|share-2)\.|src\/features\/posts\/(?!PagedPosts|QuoteCard|polls|bookmarks|caption-links|prepare-media|image-conversion|composer)|src\/ui\/slider/,
              includeDependenciesRecursively: false,
            },
            // Fields, which the feed has as well, without the library that only whole forms need.
            {
              name: 'fields',
              minShareCount: 2,
              test: /src\/ui\/field\//,
              includeDependenciesRecursively: false,
            },
            // People arrive on the account screens, so their frame and form library are in one file.
            {
              name: 'account',
              minShareCount: 2,
              test: /node_modules\/react-hook-form\/|src\/ui\/form\/|AccountPanel|AccountLayout|RoomArt/,
              includeDependenciesRecursively: false,
            },
          ],
        },
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
