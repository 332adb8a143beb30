import { join } from 'node:path';
import { openOutbox } from '#app/outbox-folder.ts';
import type { PasswordCost } from '#features/accounts/passwords.service.ts';
import { type MediaProcessing, openMediaProcessing } from '#features/media/processing/processing.service.ts';
import { findOwnName } from '#features/site/site.queries.ts';
import { openGroupChannel } from '#operations/process-group/group-metrics.ts';
import { openTracing } from '#operations/tracing/open-tracing.ts';
import { type Clock, systemClock } from '#platform/clock/clock.ts';
import { openCluster } from '#platform/cluster/cluster.ts';
import type { Config } from '#platform/config/config.ts';
import { type Connection, openDatabase } from '#platform/database/database.ts';
import { watchDatabase } from '#platform/database/watch.ts';
import { createDeferredEvents } from '#platform/events/deferred.ts';
import { createEvents } from '#platform/events/events.ts';
import { createIds } from '#platform/ids.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createLog, type Log } from '#platform/logging/logging.ts';
import { createRefusalLines } from '#platform/logging/refusal-lines.ts';
import { createMail } from '#platform/mail/mail.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { openOutgoing } from '#platform/outgoing/outgoing.ts';
import type { Platform } from '#platform/platform.ts';
import { widerNetworkOf } from '#platform/rate-limits/address.ts';
import { createRateLimits } from '#platform/rate-limits/rate-limits.ts';
import { createRealtime } from '#platform/realtime/realtime.ts';
import { type SessionCookie, sessionCookie } from '#platform/sessions/cookie.ts';
import { createLastSeen } from '#platform/sessions/last-seen.ts';
import { createSessions } from '#platform/sessions/sessions.ts';
import { watchDisk } from '#platform/storage/disk-watch.ts';
import { openStorage } from '#platform/storage/storage.ts';

/** What a test or an operation may pass to replace the default. */
export interface PlatformOptions {
  /** How to reach the database, which is already migrated. */
  database: Connection;
  clock?: Clock;
  log?: Log;
  /** Stays open when the platform closes. */
  processing?: MediaProcessing;
}

export interface AppOptions extends PlatformOptions {
  /** The built web app's folder. */
  webApp: string;
  /** A process that its parent supervises: it serves no requests. */
  isWorkerOnly?: boolean;
  /** Makes hashing cheap, for tests. */
  passwordCost?: PasswordCost;
}

/** The limits of every feature's calls. */
type LimitTables = Parameters<typeof createRateLimits>[0]['tables'];

/** Opens everything that features depend on; `close` closes it once nothing uses it anymore. */
export async function openPlatform(
  config: Config,
  options: PlatformOptions,
  limitTables: LimitTables,
): Promise<{ platform: Platform; cookie: SessionCookie; close(): Promise<void> }> {
  const log = options.log ?? createLog(config.logLevel);
  const clock = options.clock ?? systemClock;
  const metrics = createMetrics(openGroupChannel());
  const tracing = await openTracing(config, log);
  const db = watchDatabase(openDatabase(options.database, log), metrics, tracing);
  const cookie = sessionCookie(config);
  const lastSeen = createLastSeen(db);
  const sessions = createSessions(db, clock, { idle: config.sessionDays, most: config.sessionMaxDays }, lastSeen);
  const disk = await watchDisk(config, log);
  const processing =
    options.processing ??
    (await openMediaProcessing({ ffmpegPath: config.ffmpegPath, log, forJobs: config.role !== 'api' }));
  const jobs = createJobs({ db, log, metrics, tracing, disk });
  const cluster = openCluster(config, log);
  const limits = createRateLimits({
    enabled: config.rateLimits,
    tables: limitTables,
    ...(cluster.makeLimiter && { makeLimiter: cluster.makeLimiter }),
    onLimited: (name) => metrics.rateLimited.inc({ limit: name }),
  });
  const refusals = createRefusalLines(log, clock, widerNetworkOf);
  const platform: Platform = {
    config,
    log,
    clock,
    newId: createIds(clock),
    metrics,
    db,
    events: createEvents(),
    deferred: createDeferredEvents(jobs),
    jobs,
    sessions,
    limits,
    refusals,
    mail: createMail({
      config,
      jobs,
      log,
      tracing,
      outbox: openOutbox(join(config.dataDir, 'outbox')),
      siteName: () => findOwnName(db.kysely),
    }),
    outgoing: openOutgoing({ publicUrl: config.publicUrl, inside: config.insideAllowed }),
    storage: await openStorage(config),
    disk,
    processing,
    tracing,
    realtime: createRealtime({
      config,
      sessions,
      cookie,
      limits,
      refusals,
      log,
      metrics,
      transport: cluster.transport,
    }),
  };
  return {
    platform,
    cookie,
    async close() {
      platform.realtime.leave();
      cluster.close();
      lastSeen.close();
      if (processing !== options.processing) processing.close();
      platform.mail.close();
      disk.close();
      await db.close();
      await tracing?.close();
    },
  };
}
