import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { trackResponses } from '#app/open-responses.ts';
import { registerOutboxRoutes } from '#app/outbox.routes.ts';
import { openOutbox } from '#app/outbox-folder.ts';
import { createInitialData, type InitialDataReader } from '#app/pages/initial-data.ts';
import { registerWebApp } from '#app/pages/web-app.ts';
import { figureSources, sitePorts } from '#app/site-ports.ts';
import { registerDocs, registerSystemRoutes } from '#app/system.routes.ts';
import { defineAccountsJobs } from '#features/accounts/accounts.jobs.ts';
import { accountsLimits } from '#features/accounts/accounts.limits.ts';
import { registerAccountsRoutes } from '#features/accounts/accounts.routes.ts';
import { createPasswords, type PasswordCost, type Passwords } from '#features/accounts/passwords.service.ts';
import { assistantLimits } from '#features/assistant/assistant.limits.ts';
import { registerAssistantRoutes } from '#features/assistant/assistant.routes.ts';
import { defineChannelsJobs } from '#features/channels/channels.jobs.ts';
import { registerChannelsRealtime } from '#features/channels/channels.realtime.ts';
import { registerChannelsRoutes } from '#features/channels/channels.routes.ts';
import { subscribeChannels } from '#features/channels/channels.service.ts';
import { explainableChannels, removableChannels } from '#features/channels/public.ts';
import { commentsLimits } from '#features/comments/comments.limits.ts';
import { registerCommentsRoutes } from '#features/comments/comments.routes.ts';
import { subscribeComments } from '#features/comments/comments.service.ts';
import { explainableComments, reportableComments } from '#features/comments/public.ts';
import { defineCommunitiesJobs } from '#features/communities/communities.jobs.ts';
import { communitiesLimits } from '#features/communities/communities.limits.ts';
import { registerCommunitiesRealtime } from '#features/communities/communities.realtime.ts';
import { registerCommunitiesRoutes } from '#features/communities/communities.routes.ts';
import { subscribeCommunities } from '#features/communities/communities.service.ts';
import { invitePlaces } from '#features/communities/invite-places.service.ts';
import { communitiesOfPosts } from '#features/communities/posts.service.ts';
import { explainableCommunities, reportableCommunities } from '#features/communities/public.ts';
import { defineConversationsJobs } from '#features/conversations/conversations.jobs.ts';
import { conversationRooms } from '#features/conversations/conversations.queries.ts';
import { registerConversationsRealtime } from '#features/conversations/conversations.realtime.ts';
import { registerConversationsRoutes } from '#features/conversations/conversations.routes.ts';
import { openChats, subscribeConversations } from '#features/conversations/conversations.service.ts';
import { explainableChats, inListWith, removableChats } from '#features/conversations/public.ts';
import { defineMediaJobs } from '#features/media/media.jobs.ts';
import { anyOf, registerMediaRoutes } from '#features/media/media.routes.ts';
import { subscribeMedia } from '#features/media/media.service.ts';
import { registerMeetingsRealtime } from '#features/meetings/meetings.realtime.ts';
import { registerMeetingsRoutes } from '#features/meetings/meetings.routes.ts';
import { subscribeMeetings } from '#features/meetings/meetings.service.ts';
import { messagesLimits } from '#features/messages/messages.limits.ts';
import { registerMessagesRealtime } from '#features/messages/messages.realtime.ts';
import { guardPictures, subscribeMessages } from '#features/messages/messages.service.ts';
import { explainableMessages, reportableMessages } from '#features/messages/public.ts';
import type { Moderation } from '#features/moderation/decisions.service.ts';
import { type Explain, openExplain } from '#features/moderation/explain.service.ts';
import { defineModerationJobs } from '#features/moderation/moderation.jobs.ts';
import { moderationLimits } from '#features/moderation/moderation.limits.ts';
import { registerModerationRoutes } from '#features/moderation/moderation.routes.ts';
import { subscribeModeration } from '#features/moderation/moderation.service.ts';
import { guardReportedFiles } from '#features/moderation/reported-files.service.ts';
import { countReportsAbout } from '#features/moderation/reports.queries.ts';
import { thingsOf } from '#features/moderation/things.service.ts';
import { postsLimits } from '#features/posts/posts.limits.ts';
import { registerPostsRoutes } from '#features/posts/posts.routes.ts';
import { subscribePosts } from '#features/posts/posts.service.ts';
import { connectPlaces, explainablePosts, guardPostFiles, reportablePosts } from '#features/posts/public.ts';
import { profilesLimits } from '#features/profiles/profiles.limits.ts';
import { registerProfilesRoutes } from '#features/profiles/profiles.routes.ts';
import { explainableProfiles, reportableProfiles } from '#features/profiles/public.ts';
import { registerRelationsRealtime } from '#features/relations/relations.realtime.ts';
import { registerRelationsRoutes } from '#features/relations/relations.routes.ts';
import { registerSearchRoutes } from '#features/search/search.routes.ts';
import { createAdmission, subscribeAdmission } from '#features/site/admission.service.ts';
import { defineJoiningJobs } from '#features/site/joining.jobs.ts';
import { joiningLimits } from '#features/site/joining.limits.ts';
import { registerJoiningRoutes } from '#features/site/joining.routes.ts';
import { defineSiteJobs } from '#features/site/site.jobs.ts';
import { siteLimits } from '#features/site/site.limits.ts';
import { findOwnName } from '#features/site/site.queries.ts';
import { registerSiteRoutes } from '#features/site/site.routes.ts';
import { subscribeSite } from '#features/site/site.service.ts';
import { openGroupChannel } from '#operations/process-group/group-metrics.ts';
import { openTracing } from '#operations/tracing/open-tracing.ts';
import { type Clock, systemClock } from '#platform/clock/clock.ts';
import { openCluster } from '#platform/cluster/cluster.ts';
import type { Config } from '#platform/config/config.ts';
import { type Connection, openDatabase } from '#platform/database/database.ts';
import { watchDatabase } from '#platform/database/watch.ts';
import { createEvents } from '#platform/events/events.ts';
import { buildHttp } from '#platform/http/http.ts';
import { createKnownUsers } from '#platform/http/known-users.ts';
import type { Http } from '#platform/http/route.ts';
import { createIds } from '#platform/ids.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createLog, type Log } from '#platform/logging/logging.ts';
import { createMail } from '#platform/mail/mail.ts';
import { openMediaProcessing } from '#platform/media-processing/media-processing.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import type { Platform } from '#platform/platform.ts';
import { commonLimits } from '#platform/rate-limits/common-limits.ts';
import { createRateLimits } from '#platform/rate-limits/rate-limits.ts';
import { createRealtime } from '#platform/realtime/realtime.ts';
import { type SessionCookie, sessionCookie } from '#platform/sessions/cookie.ts';
import { createSessions } from '#platform/sessions/sessions.ts';
import { watchDisk } from '#platform/storage/disk-watch.ts';
import { openStorage } from '#platform/storage/storage.ts';

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

export interface AppOptions {
  /** How to reach the database, which is already migrated. */
  database: Connection;
  /** The built web app's folder. */
  webApp: string;
  /** A process that its parent supervises: it serves no requests. */
  isWorkerOnly?: boolean;
  clock?: Clock;
  log?: Log;
  /** Makes hashing cheap, for tests. */
  passwordCost?: PasswordCost;
}

/** How often each call may be made. */
const limitTables = [
  commonLimits,
  accountsLimits,
  siteLimits,
  joiningLimits,
  postsLimits,
  commentsLimits,
  profilesLimits,
  messagesLimits,
  moderationLimits,
  communitiesLimits,
  assistantLimits,
];

/** The composition root: opens the platform, registers every feature, closes everything in order. */
export async function createApp(config: Config, options: AppOptions): Promise<App> {
  const { platform, passwords, moderation, cookie, close } = await openFeatures(config, options);
  const { jobs } = platform;
  const fastify = await buildHttp(platform);
  const ending = trackResponses(fastify.server);
  const persons = createKnownUsers();
  const initialData = createInitialData({ cookie, persons, limits: platform.limits });
  const http: Http = { fastify, platform, cookie, persons, initialData, previews: new Map() };
  registerSystemRoutes(fastify, platform, ending);
  const parts = { initialData, passwords, moderation, webApp: options.webApp };
  const meetings = config.role === 'worker' ? undefined : await registerForPeople(http, parts);

  await fastify.ready();

  return {
    platform,
    passwords,
    async listen() {
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

/** What the features do without anybody calling them: their reactions to each other, and their jobs. `close` closes it all. */
export async function openFeatures(
  config: Config,
  options: Omit<AppOptions, 'webApp' | 'isWorkerOnly'>,
): Promise<Features> {
  connectPlaces(communitiesOfPosts);
  const opened = await openPlatform(config, options);
  const passwords = createPasswords(options.passwordCost);
  const moderation = openModeration(opened.platform);
  subscribeFeatures(opened.platform, moderation);
  defineJobs(opened.platform, passwords);
  return { ...opened, passwords, moderation };
}

/** Opens everything that features depend on; `close` closes it once nothing uses it anymore. */
async function openPlatform(
  config: Config,
  options: Omit<AppOptions, 'webApp' | 'isWorkerOnly'>,
): Promise<{ platform: Platform; cookie: SessionCookie; close(): Promise<void> }> {
  const log = options.log ?? createLog(config.logLevel);
  const clock = options.clock ?? systemClock;
  const metrics = createMetrics(openGroupChannel());
  const tracing = await openTracing(config, log);
  const db = watchDatabase(openDatabase(options.database, log), metrics, tracing);
  const cookie = sessionCookie(config);
  const sessions = createSessions(db, clock, config.sessionDays);
  const disk = await watchDisk(config, log);
  const jobs = createJobs({ db, log, metrics, tracing, disk });
  const cluster = openCluster(config, log);
  const limits = createRateLimits({
    enabled: config.rateLimits,
    tables: limitTables,
    ...(cluster.makeLimiter && { makeLimiter: cluster.makeLimiter }),
    onLimited: (name) => metrics.rateLimited.inc({ limit: name }),
  });
  const platform: Platform = {
    config,
    log,
    clock,
    newId: createIds(clock),
    metrics,
    db,
    events: createEvents(),
    jobs,
    sessions,
    limits,
    mail: createMail({
      config,
      jobs,
      log,
      tracing,
      outbox: openOutbox(join(config.dataDir, 'outbox')),
      siteName: () => findOwnName(db.kysely),
    }),
    storage: await openStorage(config),
    disk,
    processing: await openMediaProcessing({ ffmpegPath: config.ffmpegPath, log, forJobs: config.role !== 'api' }),
    tracing,
    realtime: createRealtime({ config, sessions, cookie, limits, log, metrics, transport: cluster.transport }),
  };
  return {
    platform,
    cookie,
    async close() {
      platform.realtime.leave();
      cluster.close();
      platform.processing.close();
      platform.mail.close();
      disk.close();
      await db.close();
      await tracing?.close();
    },
  };
}

/** The kinds of rooms whose messages can be reported, removed and explained. */
const removableRooms = (platform: Platform) => [removableChannels(platform), removableChats(platform)];

/** Why anybody can or can't do anything that's explained. */
function explainEverything(platform: Platform): Explain {
  const posts = explainablePosts(platform);
  return openExplain(platform, [
    posts,
    ...explainableComments(platform, posts),
    explainableProfiles(platform),
    explainableMessages(platform, removableRooms(platform)),
    explainableCommunities(platform),
    ...explainableChannels(platform),
    explainableChats(platform),
  ]);
}

/** Everything that can be reported. */
function openModeration(platform: Platform): Moderation {
  const messages = reportableMessages(platform, removableRooms(platform));
  const things = thingsOf([
    reportablePosts(platform),
    reportableComments(platform),
    messages,
    reportableProfiles(platform),
    reportableCommunities(platform),
  ]);
  return { platform, messages, things };
}

/** How features react to each other's events. */
function subscribeFeatures(platform: Platform, moderation: Moderation): void {
  subscribeSite(platform);
  subscribeAdmission(platform, invitePlaces(platform));
  subscribeMedia(platform);
  subscribePosts(platform);
  subscribeComments(platform);
  subscribeMessages(platform);
  subscribeCommunities(platform);
  subscribeChannels(platform);
  subscribeConversations(platform);
  subscribeModeration(moderation);
  subscribeMeetings(platform);
}

/** The background jobs of all features. */
function defineJobs(platform: Platform, passwords: Passwords): void {
  defineAccountsJobs(platform, passwords);
  defineSiteJobs(platform, figureSources(platform));
  defineJoiningJobs(platform);
  defineMediaJobs(platform);
  defineCommunitiesJobs(platform);
  defineChannelsJobs(platform);
  defineConversationsJobs(platform);
  defineModerationJobs(platform);
}

interface PartsForPeople extends Pick<Features, 'passwords' | 'moderation'> {
  initialData: InitialDataReader;
  webApp: string;
}

/** What people use: calls, sockets, the web app. A process that only runs jobs has none of it. */
async function registerForPeople(
  http: Http,
  { initialData, passwords, moderation, webApp }: PartsForPeople,
): Promise<{ close(): Promise<void> }> {
  const { fastify, platform, cookie, previews } = http;
  const { config } = platform;
  await registerDocs(fastify);
  if (config.isLocal) registerOutboxRoutes(fastify, platform);

  registerRelationsRoutes(http);
  registerSiteRoutes(http, sitePorts(platform));
  const places = invitePlaces(platform);
  registerAccountsRoutes(http, passwords, createAdmission(platform, places));
  registerJoiningRoutes(http, { places, countReports: countReportsAbout, hasher: passwords });
  const guards = [
    guardPictures(platform, [conversationRooms]),
    guardPostFiles(platform),
    guardReportedFiles(moderation),
  ];
  registerMediaRoutes(http, { maySee: anyOf(guards) });
  registerPostsRoutes(http);
  registerCommentsRoutes(http);
  registerProfilesRoutes(http);
  registerSearchRoutes(http, { conversations: inListWith });
  registerCommunitiesRoutes(http);
  registerChannelsRoutes(http);
  registerConversationsRoutes(http, openChats(platform));
  registerModerationRoutes(http, moderation, explainEverything(platform));
  registerMeetingsRoutes(http);
  registerAssistantRoutes(http);

  registerRelationsRealtime(platform);
  registerMessagesRealtime(platform);
  registerCommunitiesRealtime(platform);
  registerChannelsRealtime(platform);
  registerConversationsRealtime(platform);
  const meetings = registerMeetingsRealtime(platform);

  // The app checks whether the meeting service answers before it sends anyone there.
  const connectTo = config.meetingUrl === undefined ? [] : [config.meetingUrl];
  await registerWebApp(fastify, config, webApp, { cookie, initialData, previews, connectTo });
  return meetings;
}
