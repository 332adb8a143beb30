import { totalmem } from 'node:os';

/** The embedded PostgreSQL's startup options. */

const megabyte = 1024 * 1024;
/** The most connections one Hubbub process opens (database.ts), rounded up. */
const connectionsEach = 20;

/**
 * For a machine that also runs the server and perhaps much else; memory settings follow its memory, and the log size its disk. In
 * megabytes.
 * @param disk its size in bytes
 */
export function productionSettings(processes: number, disk = Number.POSITIVE_INFINITY): Record<string, string> {
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
    // After a crash for lack of space, recovery needs space first, and this process makes it.
    restart_after_crash: 'off',
    checkpoint_timeout: '15min',
    // After a restart, pages that were in memory are loaded again, so that the feed is as fast as before.
    shared_preload_libraries: 'pg_prewarm',
  };
}

/** For a test run: nothing has to survive it. */
export const testSettings: Record<string, string> = {
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
  // The statements are short; JIT compiling them costs more than it gains.
  jit: 'off',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  // Statements contain what people write, which has no place in a log.
  log_min_error_statement: 'panic',
  log_statement: 'none',
  log_error_verbosity: 'terse',
  max_logical_replication_workers: '0',
  log_checkpoints: 'off',
  logging_collector: 'off',
  idle_in_transaction_session_timeout: '60s',
};
