import type { Clock } from './clock/clock.ts';
import type { Config } from './config/config.ts';
import type { Database } from './database/database.ts';
import type { DeferredEvents } from './events/deferred.ts';
import type { Events } from './events/events.ts';
import type { NewId } from './ids.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Log } from './logging/logging.ts';
import type { RefusalLines } from './logging/refusal-lines.ts';
import type { Mail } from './mail/mail.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Outgoing } from './outgoing/outgoing.ts';
import type { RateLimits } from './rate-limits/rate-limits.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { DiskWatch } from './storage/disk-watch.ts';
import type { Storage } from './storage/storage.ts';
import type { Tracing } from './tracing/tracing.ts';

/** Everything a feature works with; the first argument of every use case. */
export interface Platform {
  config: Config;
  log: Log;
  clock: Clock;
  /** For things listed by id; `id_after` (0025_ascending_ids.sql) is the other half. */
  newId: NewId;
  metrics: Metrics;
  db: Database;
  events: Events;
  /** Handled after the commit, in jobs. */
  deferred: DeferredEvents;
  jobs: Jobs;
  sessions: Sessions;
  limits: RateLimits;
  refusals: RefusalLines;
  mail: Mail;
  outgoing: Outgoing;
  storage: Storage;
  disk: DiskWatch;
  realtime: Realtime;
  /** Undefined: nothing is traced. */
  tracing: Tracing | undefined;
}
