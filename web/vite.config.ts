import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
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
    initialJavaScript({ name: 'feed', pages: modulesOf('feed'), most: 186_000 }),
    initialJavaScript({
      name: 'meeting',
      pages: modulesOf('meetJoin'),
      later: ['src/features/meetings/meeting.ts', 'socket.io-client/build/esm/index.js'],
      most: 212_000,
    }),
    initialJavaScript({ name: 'conversation', pages: modulesOf('chat'), most: 217_000 }),
    initialJavaScript({ name: 'channel', pages: modulesOf('communities'), most: 229_000 }),
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
        codeSplitting: {
          groups: [
            // What most pages share. Nothing in it may import the schema library, which only forms need.
            {
              name: 'base',
              minShareCount: 4,
              test: /rolldown.runtime|vite.preload-helper|lucide-react\/(?!dist\/esm\/icons\/(arrow-big-down|arrow-big-up|eighth-notes|file-exclamation-point|hourglass|image-off|pause|play|quote|rotate-ccw|share-2)\.)|node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core)|@radix-ui\/react-(slot|compose-refs|primitive|context))\/|contract\/src\/platform\/(formatting|headers|limits|messages|pages)|web\/src\/platform\/(?!socket|live-checks|settled-connection|api-stream|draft)|accounts\/accounts\.(data\.ts|endpoints\.ts\?calls)$|src\/app\/(current-page|query-client|report-failure)|report-store|position\.rules|deleted-user|channel-names|src\/features\/(relations\/turned-away|site\/(SiteLogo|(site|team)\.(data|rules)|(joining|site)\.endpoints\.ts\?calls))|src\/ui\/(alerts\/alerts|count-badge|data-saver\/|dropdown-menu\/(subject-menu|DropdownMenu)|field\/|toast\/(toasts|copy-text)|touch\/ignore-tap|logo|cx|avatar\/|button|card|icon-button|late|layer|skeleton|spinner|states|tooltip\/Tooltip\.)/,
              includeDependenciesRecursively: false,
            },
            // The frame of a signed-in person's pages.
            {
              name: 'shell',
              test: /src\/app\/(menus|shell\/(Shell|Aside|MobileBars|NavigationIcon|PaletteHost|ShortcutHelp|SideNavigation|destinations|use-first-screen))|src\/features\/(search\/palette\.ts|moderation\/report-items|relations\/relation|user-search\/user-search\.endpoints)|relations\.endpoints\.ts\?calls|src\/platform\/(list-box|top-bars)|src\/ui\/(dropdown-menu\/SubjectMenu\.|link-tabs|search-box\/(LateSearchBox|SearchField)|touch\/PullToRefresh)|icons\/megaphone/,
              includeDependenciesRecursively: false,
            },
            // Lists, menus, texts with links and names: chats have them as well as feeds.
            {
              name: 'lists',
              minShareCount: 2,
              test: /node_modules\/@(tanstack\/(react-virtual|virtual-core)|radix-ui\/react-progress)\/|src\/ui\/(gallery\/late|loading-image|progress|removed-note|slider)|icons\/(eighth-notes|image-off|pause|play)\.|src\/features\/(posts\/(AudioPlayer|late-prepare-media|playback|renderings)|rich-text\/(RichText|rich-text\.rules|LinkCard))/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'profiles',
              minShareCount: 2,
              test: /src\/features\/(relations\/(follows|FollowButton|FollowsYou)|profiles\/(grid|profiles\.data))|profiles\.endpoints\.ts\?calls|src\/ui\/page-header|platform\/back|icons\/film/,
              includeDependenciesRecursively: false,
            },
            // A room as it shows at first, in conversations and channels.
            {
              name: 'rooms',
              minShareCount: 2,
              test: /src\/features\/(rooms\/(AttachButtons|ComposingNote|ConnectionNotice|DrawnRows|FileDrop|FlatMessage|FramedImage|GroupBubble|Message(Attachments|Bubble|Composer|Extras|Image|Rows|Status|Timeline)|MutedMark|RoomActions|RowExtras|TimelineSkeleton|TypingNotice|VoiceButton|forwarding|late-(actions|files|linked|voice)|linked-quotes|message-path|pins\.ts|position\.rules|rows\.rules|seen-marks|system\.rules|touch\.rules|typing|use-)|presence\/)|src\/ui\/(file-drop\/(pasted|useFileDrop)|reactions\/(Reactions|who-reacted)|sent-text|touch\/use-edge-swipe|emoji-picker\/(EmojiPicker\.|insert))|rich-text\/WritingAids|icons\/(rotate-ccw|bell-off|ellipsis-vertical|phone-missed|paperclip|clock-3)\./,
              includeDependenciesRecursively: false,
            },
            // What every page of a signed-in person loads after its first screen.
            {
              name: 'live',
              test: /src\/app\/shell\/(BlockedNotice|CallPlace|CardHost|Live|card\.rules|use-messages-ahead)|src\/features\/(channels\/use-unread|meetings\/(CallBar|CallHost|use-answer|use-calls-live)|notifications\/(push\.data|use-notifications-live|use-shown)|notifications\/push\.endpoints\.ts\?calls)|src\/platform\/worker\.ts|icons\/maximize-2\./,
              includeDependenciesRecursively: false,
            },
            // Parts of the design system that open: first what most of them need, then what covers the page.
            {
              name: 'controls',
              minShareCount: 2,
              test: /node_modules\/@radix-ui\/(primitive|react-(use-|presence|id))/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'dialog',
              minShareCount: 2,
              test: /node_modules\/(@radix-ui\/react-(dialog|dismissable-layer|focus-|portal)|aria-hidden|get-nonce|react-remove-scroll|react-style-singleton|tslib|use-callback-ref|use-sidecar)|src\/ui\/dialog\/Dialog\./,
              includeDependenciesRecursively: false,
            },
            // Calls, which begin in rooms and go on in meetings.
            {
              name: 'calls',
              minShareCount: 2,
              test: /src\/features\/meetings\/(calls\.|current-call|open-call|ringing|use-store)|icons\/(mic|phone-off|video-off)\./,
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
            // What the feed shares with other pages that show posts; things that open later stay in separate files.
            {
              name: 'posts',
              minShareCount: 2,
              test: /lucide-react\/dist\/esm\/icons\/(arrow-big-down|arrow-big-up|eighth-notes|file-exclamation-point|hourglass|pause|play|quote|share-2)\.|src\/features\/posts\/(?!PagedPosts|QuoteCard|polls|bookmarks|caption-links|prepare-media|image-conversion|composer)|src\/ui\/slider/,
              includeDependenciesRecursively: false,
            },
            // What the site says to whoever isn't a member yet, without what its team does.
            {
              name: 'site',
              minShareCount: 2,
              test: /src\/features\/site\/(invites|pages)\.data|src\/ui\/markdown\/Markdown\./,
              includeDependenciesRecursively: false,
            },
            // People arrive on the account screens, so their frame and form library are in one file.
            {
              name: 'account',
              minShareCount: 2,
              test: /node_modules\/react-hook-form\/|src\/ui\/form\/|AccountPanel|AccountLayout|RoomArt|src\/features\/(accounts\/(AccountForm|CodeField|IdentifierField|passkeys\.rules)|site\/(SiteLinks|set-up-code))/,
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
