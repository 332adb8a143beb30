import { startTemporarily } from '#operations/doctor/database/asleep.ts';
import { examineDatabase } from '#operations/doctor/database/database.ts';
import { type Config, ConfigError, loadConfig } from '#platform/config/config.ts';
import { type Finding, findingsAbout } from '#platform/errors/finding.ts';
import { examineClock } from './clock.ts';
import { examineDisk, examineFiles } from './files.ts';
import { examineJobs } from './jobs.ts';
import { examineMail } from './mail.ts';
import { messageOf } from './message.ts';
import { examinePort, examinePublicUrl } from './port.ts';
import { examineVideos } from './programs.ts';
import { examineRedis } from './redis.ts';
import { examineSearch } from './searching.ts';
import { examineAssistant, examineMeetings, examineTracing } from './services.ts';
import { examineSettings } from './settings.ts';
import { examineTurn } from './turn.ts';

/** Milliseconds of silence after which something counts as broken. */
const timeoutMs = 20_000;

/** What to examine, by what it's about. */
export type Examinations = Readonly<Record<string, (config: Config) => Promise<Finding[]>>>;

const examinations: Examinations = {
  settings: async (config) => examineSettings(config),
  address: examinePublicUrl,
  database: examineDatabase,
  jobs: examineJobs,
  search: examineSearch,
  redis: examineRedis,
  files: examineFiles,
  disk: examineDisk,
  mail: examineMail,
  clock: examineClock,
  turn: examineTurn,
  meetings: examineMeetings,
  assistant: examineAssistant,
  videos: examineVideos,
  tracing: examineTracing,
};

/**
 * Checks everything the settings name, all in parallel, the way the server would use it; leaves nothing behind. An embedded database that
 * isn't in use is started for the duration.
 * @param root the folder that a relative DATA_DIR is resolved against
 * @param more the features' checks
 */
export async function examine(
  env: Readonly<Record<string, string | undefined>>,
  root: string,
  more: Examinations = {},
): Promise<Finding[]> {
  let config: Config;
  try {
    config = loadConfig(env, root);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { failed } = findingsAbout('settings');
    return error.sentences.map((sentence) =>
      failed(sentence, 'Correct it, then run the doctor again to check the rest.'),
    );
  }
  const woken = await startTemporarily(config);
  try {
    return [...(woken.fault ? [woken.fault] : []), ...(await examineRunning(config, { port: examinePort, ...more }))];
  } finally {
    await woken.close();
  }
}

/** Like `examine`, for a running server, which has read its settings, started its database, and holds its port. */
export async function examineRunning(config: Config, more: Examinations = {}): Promise<Finding[]> {
  const looks = Object.entries({ ...examinations, ...more });
  return (await Promise.all(looks.map(([about, look]) => inTime(about, look(config))))).flat();
}

async function inTime(about: string, looking: Promise<Finding[]>): Promise<Finding[]> {
  const { failed } = findingsAbout(about);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding[]>((resolve) => {
    const found = failed(
      `Nothing answered within ${timeoutMs / 1000} seconds.`,
      'Check whether a firewall drops the packets.',
    );
    timer = setTimeout(() => resolve([found]), timeoutMs);
  });
  try {
    return await Promise.race([looking, late]);
  } catch (error) {
    return [failed(`This couldn't be checked (${messageOf(error)}).`, 'Check the setting that names it.')];
  } finally {
    clearTimeout(timer);
  }
}
