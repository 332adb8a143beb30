import type { AddressInfo } from 'node:net';
import { registerInstalling } from '#app/installing.routes.ts';
import { explainEverything, maySeeFiles, openModeration } from '#app/moderation-ports.ts';
import { type AppOptions, openPlatform } from '#app/open-platform.ts';
import { trackResponses } from '#app/open-responses.ts';
import { registerOutboxRoutes } from '#app/outbox.routes.ts';
import { createInitialData, type InitialDataReader } from '#app/pages/initial-data.ts';
import { registerWebApp } from '#app/pages/web-app.ts';
import { figureSources, sitePorts } from '#app/site-ports.ts';
import { registerDocs, registerLogInAddress, registerSystemRoutes } from '#app/system.routes.ts';
import { registerUnsubscribe } from '#app/unsubscribe.routes.ts';
import { defineAccountsJobs } from '#features/accounts/accounts.jobs.ts';
import { accountsLimits } from '#features/accounts/accounts.limits.ts';
import { registerAccountsRoutes } from '#features/accounts/accounts.routes.ts';
import { watchCalls } from '#features/accounts/call-watch.service.ts';
import { registerConfirmationRoutes } from '#features/accounts/confirmation.routes.ts';
import { registerEmailChangeRoutes } from '#features/accounts/email-change.routes.ts';
import { registerPasskeysRoutes } from '#features/accounts/passkeys.routes.ts';
import { partyOf } from '#features/accounts/passkeys.rules.ts';
import { createPasswords, type Passwords } from '#features/accounts/passwords.service.ts';
import { registerSecurityRoutes } from '#features/accounts/security.routes.ts';
import { registerUsernamesRoutes } from '#features/accounts/usernames.routes.ts';
import { defineArchivesJobs } from '#features/archives/archives.jobs.ts';
import { archivesLimits } from '#features/archives/archives.limits.ts';
import { registerArchivesRoutes } from '#features/archives/archives.routes.ts';
import { subscribeExports } from '#features/archives/archives.service.ts';
import { subscribeImports } from '#features/archives/imports.service.ts';
import { assistantLimits } from '#features/assistant/assistant.limits.ts';
import { registerAssistantRoutes } from '#features/assistant/assistant.routes.ts';
import { registerChannelsRoutes } from '#features/channels/channels.routes.ts';
import { subscribeChannels } from '#features/channels/channels.service.ts';
import { defineCommentsJobs } from '#features/comments/comments.jobs.ts';
import { commentsLimits } from '#features/comments/comments.limits.ts';
import { audienceOfComments } from '#features/comments/comments.queries.ts';
import { registerCommentsRoutes } from '#features/comments/comments.routes.ts';
import { subscribeComments } from '#features/comments/comments.service.ts';
import { registerCommentsRealtime, subscribeLiveComments } from '#features/comments/live.realtime.ts';
import { searchableComments } from '#features/comments/public.ts';
import { defineCommunitiesJobs } from '#features/communities/communities.jobs.ts';
import { communitiesLimits } from '#features/communities/communities.limits.ts';
import { lookedAtCommunities, registerCommunitiesRealtime } from '#features/communities/communities.realtime.ts';
import { registerCommunitiesRoutes } from '#features/communities/communities.routes.ts';
import { searchCommunities, subscribeCommunities } from '#features/communities/communities.service.ts';
import { inviteCommunities } from '#features/communities/invite-communities.service.ts';
import { communitiesOfPosts } from '#features/communities/posts.service.ts';
import { defineConversationsJobs } from '#features/conversations/conversations.jobs.ts';
import { registerConversationsRoutes } from '#features/conversations/conversations.routes.ts';
import { subscribeConversations } from '#features/conversations/conversations.service.ts';
import { subscribeGroups } from '#features/conversations/groups.service.ts';
import { defineMediaJobs } from '#features/media/media.jobs.ts';
import { registerMediaRoutes } from '#features/media/media.routes.ts';
import { subscribeMedia } from '#features/media/media.service.ts';
import { registerUploadsRoutes } from '#features/media/uploads.routes.ts';
import { registerCallsRealtime } from '#features/meetings/calls.realtime.ts';
import { peopleInRooms } from '#features/meetings/calls.service.ts';
import { defineMeetingsJobs } from '#features/meetings/meetings.jobs.ts';
import { meetingsLimits } from '#features/meetings/meetings.limits.ts';
import { registerMeetingsRealtime } from '#features/meetings/meetings.realtime.ts';
import { registerMeetingsRoutes } from '#features/meetings/meetings.routes.ts';
import { subscribeMeetings } from '#features/meetings/meetings.service.ts';
import type { Moderation } from '#features/moderation/decisions.service.ts';
import { defineModerationJobs } from '#features/moderation/moderation.jobs.ts';
import { moderationLimits } from '#features/moderation/moderation.limits.ts';
import { registerModerationRoutes } from '#features/moderation/moderation.routes.ts';
import { subscribeModeration } from '#features/moderation/moderation.service.ts';
import { countReportsAbout } from '#features/moderation/reports.queries.ts';
import { defineNotificationsJobs } from '#features/notifications/notifications.jobs.ts';
import { notificationsLimits } from '#features/notifications/notifications.limits.ts';
import { registerNotificationsRoutes } from '#features/notifications/notifications.routes.ts';
import { openPushKey } from '#features/notifications/push.service.ts';
import { readMentions } from '#features/notifications/sight.service.ts';
import { subscribeNotifications } from '#features/notifications/sources.service.ts';
import { registerUnread } from '#features/notifications/unread.realtime.ts';
import { registerPostsRealtime } from '#features/posts/live.realtime.ts';
import { definePostsJobs } from '#features/posts/posts.jobs.ts';
import { postsLimits } from '#features/posts/posts.limits.ts';
import { audienceOfPosts } from '#features/posts/posts.queries.ts';
import { registerPostsRoutes } from '#features/posts/posts.routes.ts';
import { subscribePosts } from '#features/posts/posts.service.ts';
import { searchablePosts } from '#features/posts/public.ts';
import { definePresenceJobs } from '#features/presence/presence.jobs.ts';
import { openPresence, subscribePresence } from '#features/presence/presence.service.ts';
import { defineProfilesJobs } from '#features/profiles/profiles.jobs.ts';
import { profilesLimits } from '#features/profiles/profiles.limits.ts';
import { registerProfilesRoutes } from '#features/profiles/profiles.routes.ts';
import { subscribeRelations } from '#features/relations/follows.service.ts';
import { defineRelationsJobs } from '#features/relations/relations.jobs.ts';
import { relationsLimits } from '#features/relations/relations.limits.ts';
import { registerRelationsRealtime } from '#features/relations/relations.realtime.ts';
import { registerRelationsRoutes } from '#features/relations/relations.routes.ts';
import { richTextLimits } from '#features/rich-text/rich-text.limits.ts';
import { inListWith, readsRoom, searchableMessages } from '#features/rooms/public.ts';
import { audience } from '#features/rooms/rooms.access.ts';
import { defineRoomsJobs } from '#features/rooms/rooms.jobs.ts';
import { roomsLimits } from '#features/rooms/rooms.limits.ts';
import { registerRoomsRealtime } from '#features/rooms/rooms.realtime.ts';
import { registerRoomsRoutes } from '#features/rooms/rooms.routes.ts';
import { lookedAtRooms, openRooms, subscribeRooms } from '#features/rooms/rooms.service.ts';
import { registerTyping } from '#features/rooms/typing.realtime.ts';
import { defineSearchJobs } from '#features/search/search.jobs.ts';
import { registerSearchRoutes } from '#features/search/search.routes.ts';
import { createAdmission, subscribeAdmission } from '#features/site/admission.service.ts';
import { defineJoiningJobs } from '#features/site/joining.jobs.ts';
import { joiningLimits } from '#features/site/joining.limits.ts';
import { registerJoiningRoutes } from '#features/site/joining.routes.ts';
import { defineSiteJobs } from '#features/site/site.jobs.ts';
import { siteLimits } from '#features/site/site.limits.ts';
import { findOwnName, keepPasskeyHost } from '#features/site/site.queries.ts';
import { registerSiteRoutes } from '#features/site/site.routes.ts';
import { subscribeSite } from '#features/site/site.service.ts';
import { registerUserSearchRoutes } from '#features/user-search/user-search.routes.ts';
import type { Config } from '#platform/config/config.ts';
import { buildHttp } from '#platform/http/http.ts';
import { createKnownUsers } from '#platform/http/known-users.ts';
import type { Http } from '#platform/http/route.ts';
import { createCallTurns } from '#platform/http/turns.ts';
import type { Platform } from '#platform/platform.ts';
import { commonLimits } from '#platform/rate-limits/common-limits.ts';
import { createRepeats } from '#platform/repeats/repeats.ts';
import type { SessionCookie } from '#platform/sessions/cookie.ts';

export interface App {
  platform: Platform;
  passwords: Passwords;
  /** Starts taking requests and jobs; returns the port, which matters if the setting was 0. */
  listen(): Promise<number>;
  /** Tells load balancers that this process is shutting down, and keeps serving for DRAIN_SECONDS. */
  drain(): Promise<void>;
  /** Shuts down in order: no new requests, pending requests are answered, then sockets, jobs, connections. */
  close(): Promise<void>;
}

/** How often each call may be made. */
const limitTables = [
  commonLimits,
  accountsLimits,
  siteLimits,
  joiningLimits,
  relationsLimits,
  richTextLimits,
  postsLimits,
  commentsLimits,
  profilesLimits,
  roomsLimits,
  moderationLimits,
  notificationsLimits,
  communitiesLimits,
  meetingsLimits,
  assistantLimits,
  archivesLimits,
];

/** Everything that can be searched. */
const searchables = [searchablePosts, searchableComments, searchableMessages];

/** The composition root: opens the platform, registers every feature, closes everything in order. */
export async function createApp(config: Config, options: AppOptions): Promise<App> {
  const { platform, passwords, moderation, cookie, close } = await openFeatures(config, options);
  const { jobs } = platform;
  const fastify = await buildHttp(platform);
  const ending = trackResponses(fastify.server);
  const persons = createKnownUsers();
  const turns = createCallTurns();
  const initialData = createInitialData({ cookie, persons, turns, limits: platform.limits });
  const http: Http = {
    fastify,
    platform,
    cookie,
    persons,
    turns,
    watch: watchCalls(platform),
    repeats: createRepeats(platform),
    initialData,
    previews: new Map(),
  };
  registerSystemRoutes(fastify, platform, ending);
  const parts = { initialData, passwords, moderation, webApp: options.webApp };
  const meetings = config.role === 'worker' ? undefined : await registerForPeople(http, parts);

  await fastify.ready();

  return {
    platform,
    passwords,
    async listen() {
      await openPushKey(platform);
      await keepPasskeyHost(platform.db.kysely, partyOf(config.publicUrl).rpId);
      await (config.role === 'api' ? jobs.prepare() : jobs.start());
      // Not awaited: requests that need no files are answered even while the bucket is unreachable.
      void platform.storage.examine?.().then((sentence) => sentence && platform.log.error(sentence));
      await platform.realtime.join();
      if (options.isWorkerOnly) return config.port;
      platform.realtime.attach(fastify.server);
      await fastify.listen({ port: config.port, host: config.host });
      return (fastify.server.address() as AddressInfo).port;
    },
    drain: () => ending.drain(config.drainSeconds),
    async close() {
      await ending.finish(() => platform.realtime.close());
      await fastify.close();
      await meetings?.close();
      await jobs.stop();
      await close();
    },
  };
}

export interface Features {
  platform: Platform;
  passwords: Passwords;
  moderation: Moderation;
  cookie: SessionCookie;
  close(): Promise<void>;
}

/** What the features do on their own: their reactions to each other, and their jobs. `close` closes it all. */
export async function openFeatures(
  config: Config,
  options: Omit<AppOptions, 'webApp' | 'isWorkerOnly'>,
): Promise<Features> {
  const opened = await openPlatform(config, options, limitTables);
  const passwords = createPasswords(options.passwordCost);
  const moderation = openModeration(opened.platform);
  subscribeFeatures(opened.platform, moderation);
  defineJobs(opened.platform, passwords);
  return { ...opened, passwords, moderation };
}

/** How features react to each other's events. */
function subscribeFeatures(platform: Platform, moderation: Moderation): void {
  subscribeSite(platform);
  subscribeAdmission(platform, inviteCommunities(platform));
  subscribeRelations(platform);
  subscribeMedia(platform);
  subscribePosts(platform);
  subscribeComments(platform);
  subscribeLiveComments(platform);
  subscribePresence(platform);
  subscribeCommunities(platform);
  subscribeRooms(platform);
  subscribeChannels(platform);
  subscribeConversations(platform);
  subscribeGroups(platform);
  subscribeModeration(moderation);
  subscribeNotifications(platform);
  subscribeMeetings(platform);
  subscribeExports(platform);
  subscribeImports(platform);
}

/** The background jobs of all features. */
function defineJobs(platform: Platform, passwords: Passwords): void {
  defineAccountsJobs(platform, passwords);
  defineSiteJobs(platform, figureSources(platform));
  defineJoiningJobs(platform);
  defineRelationsJobs(platform);
  defineMediaJobs(platform);
  definePostsJobs(platform, communitiesOfPosts);
  defineCommentsJobs(platform);
  defineProfilesJobs(platform);
  defineSearchJobs(platform, searchables);
  definePresenceJobs(platform);
  defineCommunitiesJobs(platform);
  defineRoomsJobs(platform);
  defineConversationsJobs(platform);
  defineModerationJobs(platform);
  defineNotificationsJobs(platform);
  defineMeetingsJobs(platform);
  defineArchivesJobs(platform);
}

interface PartsForPeople extends Pick<Features, 'passwords' | 'moderation'> {
  initialData: InitialDataReader;
  webApp: string;
}

/** What people use: calls, sockets, the web app. A process that only runs jobs has none of these. */
async function registerForPeople(
  http: Http,
  { initialData, passwords, moderation, webApp }: PartsForPeople,
): Promise<{ close(): Promise<void> }> {
  const { fastify, platform, cookie, previews } = http;
  await registerDocs(fastify);
  if (platform.config.isLocal) registerOutboxRoutes(fastify, platform);
  await registerUnsubscribe(fastify, platform);
  registerRelationsRoutes(http);
  registerSiteRoutes(http, sitePorts(platform));
  const communities = inviteCommunities(platform);
  const siteName = async () => (await findOwnName(platform.db.kysely)) ?? 'Hubbub';
  const admission = createAdmission(platform, communities);
  registerAccountsRoutes(http, passwords, { admission, siteName });
  registerEmailChangeRoutes(http, admission);
  registerUsernamesRoutes(http);
  registerSecurityRoutes(http);
  registerConfirmationRoutes(http, passwords, siteName);
  registerPasskeysRoutes(http, siteName);
  registerJoiningRoutes(http, { communities, countReports: countReportsAbout, hasher: passwords });
  registerUploadsRoutes(http);
  registerMediaRoutes(http, { maySee: maySeeFiles(platform, moderation) });
  registerPostsRoutes(http, communitiesOfPosts);
  registerCommentsRoutes(http, communitiesOfPosts);
  registerProfilesRoutes(http);
  registerUserSearchRoutes(
    http,
    { conversations: inListWith },
    {
      conversation: [audience],
      post_id: [audienceOfComments],
      community: [audienceOfPosts],
    },
  );
  registerCommunitiesRoutes(http);
  const rooms = openRooms(platform, (read) => readMentions(platform, read));
  registerRoomsRoutes(http, rooms);
  registerChannelsRoutes(http, rooms, (viewerId, channelIds) => peopleInRooms(platform, viewerId, channelIds));
  registerConversationsRoutes(http, rooms);
  registerModerationRoutes(http, moderation, explainEverything(platform));
  registerNotificationsRoutes(http);
  registerMeetingsRoutes(http);
  registerSearchRoutes(http, {
    searchables,
    readsRoom: (asked) => readsRoom(platform.db.kysely, asked),
    communities: async (...search) => (await searchCommunities(platform, ...search))?.body.communities ?? [],
  });
  registerAssistantRoutes(http);
  registerArchivesRoutes(http);

  registerRelationsRealtime(platform);
  registerCommunitiesRealtime(platform);
  registerRoomsRealtime(platform, rooms);
  registerTyping(platform);
  const presence = openPresence(platform, [lookedAtCommunities(platform), ...lookedAtRooms(platform)]);
  const live = [registerPostsRealtime(platform), registerCommentsRealtime(platform), registerUnread(platform)];
  const awaited = [presence, registerCallsRealtime(platform), registerMeetingsRealtime(platform)];

  // The app checks whether the meeting service answers before it sends anyone there.
  const connectTo = platform.config.meetingUrl === undefined ? [] : [platform.config.meetingUrl];
  registerLogInAddress(fastify);
  registerInstalling(fastify, platform, webApp);
  await registerWebApp(fastify, platform.config, webApp, { cookie, initialData, previews, connectTo });
  return {
    async close() {
      for (const each of live) each.close();
      for (const each of awaited) await each.close();
    },
  };
}
