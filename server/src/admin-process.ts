import { join } from 'node:path';
import { type AdminCommand, adminUsage, readAdminArguments, runAdmin } from '#app/admin-commands.ts';
import { explainCommand } from '#operations/backup/command.ts';
import { reachDatabase } from '#operations/backup/reach.ts';
import { loadConfig } from '#platform/config/config.ts';
import { createLog } from '#platform/logging/logging.ts';
import { openFeatures } from './app.ts';

/** `npm run admin`: for owners who can't log in to their own site. */

/** sysexits.h: the command was used incorrectly. */
const exitUsage = 64;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
// The process that started this is gone.
process.once('disconnect', () => process.exit(130));

function readArguments(): AdminCommand {
  const read = readAdminArguments(process.argv.slice(2));
  if (typeof read !== 'string') return read;
  process.stderr.write(`${read}\n\n${adminUsage}\n`);
  process.exit(exitUsage);
}

const command = readArguments();
await explainCommand(async () => {
  const config = loadConfig(process.env, join(import.meta.dirname, '../..'));
  const { url, leave } = await reachDatabase(config);
  const features = await openFeatures(config, { database: { connectionString: url }, log: createLog('error') });
  try {
    // A QR code needs a terminal that shows it whole.
    const width = process.stdout.isTTY ? process.stdout.columns : 0;
    return await runAdmin(features, command, { width });
  } finally {
    await features.close();
    await leave();
  }
});
