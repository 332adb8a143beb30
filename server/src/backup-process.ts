import { join, resolve } from 'node:path';
import { filesInSnapshot } from '#features/media/public.ts';
import { backUp } from '#operations/backup/backup.ts';
import { runCommand } from '#operations/backup/command.ts';
import { loadConfig } from '#platform/config/config.ts';
import { inWords } from './backup-words.ts';

/** `npm run backup -- --to FOLDER` */
await runCommand('to', 'npm run backup -- --to /backups/2026-01-31', async (folder) => {
  const config = loadConfig(process.env, join(import.meta.dirname, '../..'));
  const to = resolve(process.env.INIT_CWD ?? process.cwd(), folder);
  const manifest = await backUp({ config, to, findFiles: filesInSnapshot });
  const lost = manifest.missing.length;
  return [
    `The backup is complete: ${inWords(manifest)}, as of ${manifest.takenAt}. It is in ${to}.`,
    ...(lost === 0
      ? []
      : [`${lost} files that posts, profiles or messages show were already missing; manifest.json names them.`]),
  ];
});
