import { parseArgs } from 'node:util';
import { ConfigError } from '#platform/config/config.ts';
import { isConnectionFailure } from '#platform/database/failures.ts';
import { HttpError } from '#platform/errors/errors.ts';
import { StartError } from '#platform/errors/start-error.ts';

/** sysexits.h: the command was used incorrectly; a setting is wrong. */
const exitUsage = 64;
const exitConfig = 78;

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);
const sayWrong = (sentence: string) => process.stderr.write(`${sentence}\n`);

/**
 * Runs a command that takes one folder as its argument, prints the sentences it returns and exits: with 0, or with a sentence that says
 * what to do.
 */
export async function runCommand(
  option: string,
  example: string,
  work: (folder: string) => Promise<string[]>,
): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
  // The process that started this is gone.
  process.once('disconnect', () => process.exit(130));
  const folder = readFolder(option);
  if (folder === undefined) {
    sayWrong(`Name a folder with --${option}; settings come from the environment. For example: ${example}`);
    process.exit(exitUsage);
  }
  await explainCommand(() => work(folder));
}

/** Runs a command's work, prints the sentences it returns and exits: with 0, or with a sentence that says what to do. */
export async function explainCommand(work: () => Promise<string[]>): Promise<never> {
  try {
    for (const sentence of await work()) say(sentence);
    process.exit(0);
  } catch (error) {
    if (error instanceof ConfigError) {
      sayWrong(error.sentences.join('\n'));
      process.exit(exitConfig);
    }
    sayWrong(explain(error));
    process.exit(1);
  }
}

/** A sentence if someone can act on it, otherwise everything that's known. */
function explain(error: unknown): string {
  if (error instanceof StartError || error instanceof HttpError) return error.message;
  if (isConnectionFailure(error)) {
    return `The database can't be reached or closed the connection (${(error as Error).message}). npm run doctor tells you what's wrong.`;
  }
  return error instanceof Error ? String(error.stack) : String(error);
}

function readFolder(option: string): string | undefined {
  try {
    const { values } = parseArgs({ options: { [option]: { type: 'string' } } });
    const value = values[option];
    return typeof value === 'string' && value !== '' ? value : undefined;
  } catch {
    return undefined;
  }
}
