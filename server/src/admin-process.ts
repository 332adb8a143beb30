import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nameOwner } from '#features/site/setup.service.ts';
import { explainCommand } from '#operations/backup/command.ts';
import { reachDatabase } from '#operations/backup/reach.ts';
import { loadConfig } from '#platform/config/config.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/logging/logging.ts';

/** `npm run admin -- --owner USERNAME`: for whoever locked themselves out of their own site. Each returns what it did. */
const commands = {
  owner: async (database: Database, username: string) => {
    await nameOwner(database, username);
    return `${username} is an owner of this site now.`;
  },
} as const;

type Command = keyof typeof commands;

/** sysexits.h: the command was used incorrectly. */
const exitUsage = 64;

function readArguments(): { command: Command; value: string } | undefined {
  try {
    const string = { type: 'string' } as const;
    const { values } = parseArgs({ options: { owner: string } });
    const [[command, value] = [], ...more] = Object.entries(values);
    return command && value && more.length === 0 ? { command: command as Command, value } : undefined;
  } catch {
    return undefined;
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
// The process that started this is gone.
process.once('disconnect', () => process.exit(130));

const wanted = readArguments();
if (!wanted) {
  process.stderr.write('It takes --owner and a username. For example: npm run admin -- --owner ada\n');
  process.exit(exitUsage);
}
const { command, value } = wanted;
await explainCommand(async () => {
  const config = loadConfig(process.env, join(import.meta.dirname, '../..'));
  const { url, leave } = await reachDatabase(config);
  const database = openDatabase({ connectionString: url }, createLog('error'));
  try {
    return [await commands[command](database, value)];
  } finally {
    await database.close();
    await leave();
  }
});
