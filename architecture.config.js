/**
 * The shape of the code. The import check (tools/architecture), the feature generator (tools/new-feature.mjs) and the documents
 * (tools/documents.mjs) read it.
 */

/**
 * In order: a feature may import only the `public.ts` of those before it. Profiles come after posts because a profile shows its
 * person's posts, while posts need only what accounts know about a person.
 */
export const features = [
  'accounts',
  'site',
  'relations',
  'media',
  'rich-text',
  'reactions',
  'posts',
  'comments',
  'profiles',
  'user-search',
  'presence',
  'communities',
  'rooms',
  'channels',
  'conversations',
  'moderation',
  'notifications',
  'meetings',
  'search',
  'assistant',
  'archives',
];

/** The names a feature's files may have, `<noun>.<suffix>.ts`, and what each is for. */
export const suffixes = {
  contract: {
    endpoints: 'method, path, params, body and answers of each call',
    events: 'socket events and their payloads',
    shapes: 'objects that several calls share',
  },
  server: {
    routes: 'HTTP only: contract in, service call, view out',
    service: 'use cases: transaction, rule, query, event',
    rules: 'pure decisions; imports only types',
    queries: 'database statements',
    kind: 'one kind of a thing that has several: who may do what with it, as SQL conditions, and what else is its own',
    access: 'who may see and do what, as SQL conditions; property tests compare them with their rules',
    view: 'row to contract, including computed abilities',
    realtime: 'socket rooms, and which events go where',
    jobs: 'background work',
    events: 'names and payloads of the typed events it emits',
    limits: 'how often its calls may be made',
    mail: 'the texts of its mails',
    factory: 'makes test data',
  },
};

/** Calls that some of the browsers in docs/hosting.md don't have, or none without https, and what to use instead */
export const notEverywhere = {
  'crypto.randomUUID': 'newId',
  'URL.parse': 'parseUrl',
  'URL.canParse': 'parseUrl',
  'AbortSignal.any': 'a controller of your own',
};

/** Endings of test files. A test may import anything in its workspace. */
export const testSuffixes = ['test', 'spec'];

/**
 * Which layer may import which, type imports included. `contract/features` and `contract/platform` are the two halves
 * of the contract; a feature reaches another feature only as `features` says.
 */
export const layers = {
  contract: {
    app: ['app', 'features', 'platform'],
    features: ['features', 'platform'],
    platform: ['platform'],
  },
  server: {
    app: ['app', 'features', 'operations', 'platform', 'contract/app', 'contract/features', 'contract/platform'],
    features: ['features', 'platform', 'contract/features', 'contract/platform'],
    operations: ['operations', 'platform', 'contract/platform'],
    platform: ['platform', 'contract/platform'],
  },
  web: {
    app: ['app', 'features', 'ui', 'platform', 'contract/app', 'contract/features', 'contract/platform'],
    features: ['features', 'ui', 'platform', 'contract/features', 'contract/platform'],
    ui: ['ui', 'contract/platform'],
    platform: ['platform', 'contract/features', 'contract/platform'],
  },
};

/** The server's operations in order: each may only import those before it. They're how a host runs a server; features don't use them. */
export const operationsLayers = [
  'start',
  'embedded-postgres',
  'migrations',
  'process-group',
  'tracing',
  'backup',
  'doctor',
];

/** The server platform's folders and files, in order: each may only import those before it. It's what features use. */
export const platformLayers = [
  'errors',
  'clock',
  'html.ts',
  'ids.ts',
  'cursors.ts',
  'config',
  'outgoing',
  'logging',
  'metrics',
  'tracing',
  'storage',
  'rate-limits',
  'cluster',
  'database',
  'repeats',
  'secrets',
  'sessions',
  'push',
  'jobs',
  'events',
  'mail',
  'realtime',
  'platform.ts',
  'http',
];

/** Packages that only some files may import. A place is a folder under `src`, or a suffix with a star; `!` makes an exception. */
export const engines = [
  {
    workspace: 'server',
    // The settings use it to parse lists of proxies, and it doesn't depend on Fastify.
    packages: ['fastify', '@fastify/*', '!@fastify/proxy-addr'],
    places: ['*.routes.ts', 'app', 'platform/http'],
  },
  { workspace: 'server', packages: ['socket.io'], places: ['*.realtime.ts', 'platform/realtime'] },
  {
    workspace: 'server',
    packages: ['kysely', 'pg'],
    places: [
      '*.queries.ts',
      '*.access.ts',
      '*.kind.ts',
      'platform/database',
      'operations/embedded-postgres',
      'operations/migrations',
      'operations/doctor/database',
    ],
  },
  { workspace: 'server', packages: ['openai'], places: ['features/assistant'] },
  { workspace: 'web', packages: ['socket.io-client'], places: ['platform'] },
];

/** What `*.rules.ts` may import besides types: nothing on the server, other pure files on the web. */
export const pure = { server: [], web: ['contract/platform', '*.rules.ts'] };

/** Where SQL may be written. */
export const sqlPlaces = [
  '*.queries.ts',
  '*.access.ts',
  '*.kind.ts',
  'platform/database',
  'operations/embedded-postgres',
  'operations/migrations',
  'operations/doctor/database',
];

/** The only packages the contract may import. */
export const contractPackages = ['zod', 'linkifyjs'];

/** Where things are registered. A violation names the file to add to. */
export const registries = {
  server: 'server/src/app.ts',
  contract: 'contract/src/index.ts',
  accessMatrix: 'server/test/access-matrix.api.test.ts',
};

/**
 * Calls whose statements build the contract's JSON as text, each because measurements justified it (docs/decisions/0004), and the files
 * with their SQL. Everything else selects columns and leaves the answer to a view and the contract.
 */
export const sqlJson = {
  calls: [
    'listPosts',
    'listCommunityPosts',
    'listBookmarks',
    'getPost',
    'votePost',
    'listComments',
    'createComment',
    'listMessages',
    'listChannelMessages',
    'sendMessage',
    'sendChannelMessage',
  ],
  files: [
    'server/src/features/rooms/in-room.queries.ts',
    'server/src/features/rooms/saved.queries.ts',
    'server/src/platform/events/deferred.queries.ts',
    'server/src/platform/database/json.ts',
    'server/src/features/accounts/authors.queries.ts',
    'server/src/features/reactions/reactions.access.ts',
    'server/src/features/posts/post-communities.access.ts',
    'server/src/features/posts/posts.access.ts',
    'server/src/features/posts/polls.access.ts',
    'server/src/features/posts/post-json.queries.ts',
    'server/src/features/posts/bookmarks.queries.ts',
    'server/src/features/posts/votes.queries.ts',
    'server/src/features/posts/feeds.queries.ts',
    'server/src/features/posts/page.queries.ts',
    'server/src/features/comments/comments.queries.ts',
    'server/src/features/rooms/changes.queries.ts',
    'server/src/features/rooms/history.queries.ts',
    'server/src/features/rooms/json.queries.ts',
    'server/src/features/rooms/removal.queries.ts',
    'server/src/features/rooms/store.queries.ts',
    'server/src/features/rich-text/rich-text.access.ts',
  ],
};

/**
 * What lists of people and of what they wrote ask about their viewer, and the lists that needn't, by file and name, with the reason.
 */
export const visibility = {
  conditions: [
    'postVisibleTo',
    'postInFeedOf',
    'postInCommunityOf',
    'commentVisibleTo',
    'visibleTo',
    'together',
    'memberVisibleTo',
  ],
  exempt: {
    'server/src/features/communities/members.queries.ts#membersOf': 'its rows are a page that is filtered already',
    'server/src/features/rooms/list.queries.ts#roomsOf':
      "everybody in a room sees who else is in it, and one's own stay in the list, also with people whom one doesn't see anymore",
    'server/src/features/relations/relations.queries.ts#listStatement':
      "the caller's own list of blocked and muted people",
    'server/src/features/accounts/refusals.queries.ts#storeRefusal': 'it reads whether the account is still there',
    'server/src/features/user-search/user-search.queries.ts#searchStatement': 'searchPeople passes the condition on',
  },
};

/**
 * What the web's `*.data.ts` export besides query options and mutations: functions that are called outside of a component's events, by
 * file and name, with the reason.
 */
export const dataFunctions = {
  'web/src/features/accounts/accounts.data.ts#settleLogOut': 'a session begins and ends with it',
  'web/src/features/accounts/accounts.data.ts#restoreSession': 'a page asks for it before it opens',
  'web/src/features/accounts/passkey-log-in.data.ts#logInWithPasskey':
    'usePasskeyLogIn loads it once somebody asks for a passkey',
  'web/src/features/site/proof.data.ts#solveProof': 'it is the first step of registering, which is a mutation',
  'web/src/features/relations/relations.data.ts#changeRelation':
    'the menus that offer it are made outside of components',
  'web/src/features/posts/posts.data.ts#absorbPosts': 'queries read posts through it',
  'web/src/features/search/saved.data.ts#loadSavedPosts':
    'the query of saved posts, which the posts feature keeps, reads its pages by it',
  'web/src/features/rooms/messages.data.ts#sendAct': 'a timeline sends what was done, in order, outside of components',
  'web/src/features/rooms/messages.data.ts#loadAround': 'a timeline reads messages, outside of components',
  'web/src/features/rooms/messages.data.ts#refreshThreads': 'it reads again what an event says has changed',
  'web/src/features/channels/channels.data.ts#sendRead': 'what comes into view is marked as read after a while',
  'web/src/features/conversations/conversations.data.ts#markRead': 'what comes into view is marked as read',
  'web/src/features/conversations/conversations.data.ts#openConversation':
    "useOpenConversation loads it once somebody is written to: a profile shows without a chat's code",
  'web/src/features/moderation/moderation.data.ts#refetchReports': 'it reads again what an event says has changed',
  'web/src/features/notifications/notifications.data.ts#markSeen': 'what comes into view is marked as read',
  'web/src/features/notifications/push.data.ts#closedTags': 'what was read elsewhere is closed when the count changes',
  'web/src/features/meetings/calls.data.ts#startCall': "a voice channel's sound begins with it, whatever page is open",
  'web/src/features/meetings/calls.data.ts#declineCall': 'a call that comes during another is declined by itself',
};
