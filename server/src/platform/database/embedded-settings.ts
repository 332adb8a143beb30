import { totalmem } from 'node:os';

/** What the embedded PostgreSQL is started with. */

const megabyte = 1024 * 1024;
/** What one process of Hubbub opens at most (database.ts), rounded up. */
const connectionsEach = 20;

/**
 * For a machine that also runs the server and perhaps much else; sizes in megabytes follow its memory, and that of the log its
 * disk.
 * @param disk its size in bytes
 */
export function lastingSettings(processes: number, disk = Number.POSITIVE_INFINITY): Record<string, string> {
  const memory = totalmem() / megabyte;
  const shared = Math.round(Math.min(1024, Math.max(64, memory / 8)));
  return {
    shared_buffers: `${shared}MB`,
    effective_cache_size: `${Math.round(Math.max(shared, memory / 2))}MB`,
    maintenance_work_mem: `${Math.round(Math.min(256, Math.max(32, memory / 32)))}MB`,
    // Room for one more: a backup, the doctor, a shell.
    max_connections: String(connectionsEach * (processes + 1)),
    synchronous_commit: 'on',
    max_wal_size: `${Math.round(Math.min(1024, Math.max(64, disk / megabyte / 20)))}MB`,
    // A crash for want of space can't be recovered from before there is room for it, which this process makes.
    restart_after_crash: 'off',
    checkpoint_timeout: '15min',
    // After a restart the pages that were in memory are read again, so that the feed is as fast as before.
    shared_preload_libraries: 'pg_prewarm',
  };
}

/** For a test run: nothing has to outlive it. */
export const throwawaySettings: Record<string, string> = {
  shared_buffers: '128MB',
  max_connections: '200',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
};

/** For both. */
export const commonSettings: Record<string, string> = {
  // The statements are short; compiling them costs more than it gains.
  jit: 'off',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  // What people write is in the statements, and has no place in a log.
  log_min_error_statement: 'panic',
  log_statement: 'none',
  log_error_verbosity: 'terse',
  max_logical_replication_workers: '0',
  log_checkpoints: 'off',
  logging_collector: 'off',
  idle_in_transaction_session_timeout: '60s',
};
