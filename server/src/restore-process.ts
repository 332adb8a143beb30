import { join, resolve } from 'node:path';
import { runCommand } from '#operations/backup/command.ts';
import { restore } from '#operations/backup/restore.ts';
import { loadConfig } from '#platform/config/config.ts';
import { inWords } from './backup-words.ts';

/** `npm run restore -- --from FOLDER` */
await runCommand('from', 'npm run restore -- --from /backups/2026-01-31', async (folder) => {
  const config = loadConfig(process.env, join(import.meta.dirname, '../..'));
  const from = resolve(process.env.INIT_CWD ?? process.cwd(), folder);
  const manifest = await restore({ config, from });
  return [
    'Every file in the backup is intact.',
    `Restored: ${inWords(manifest)}, as of ${manifest.takenAt}. Start Hubbub with the same settings.`,
  ];
});
