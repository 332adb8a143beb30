#!/usr/bin/env node
import './lib/require-node.mjs';

/** Where each operation's program is, below server/src. */
const programs = {
  /** `npm run backup -- --to FOLDER`: writes a consistent copy of the database and files to a new folder, while servers keep running. */
  backup: 'backup-process.ts',
  /** `npm run restore -- --from FOLDER`: restores a backup into an empty database and the file storage that the settings name. */
  restore: 'restore-process.ts',
  /** `npm run doctor`: finds problems with the settings and everything they refer to, and says what to do. `-- --json` for machines. */
  doctor: 'doctor-process.ts',
  /** `npm run admin`: names an owner, makes an invite, suspends somebody; for whoever locked themselves out. */
  admin: 'admin-process.ts',
};

/** Runs the operation that the first argument names; the others go to its program. */
async function runOperation() {
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { handOver } = await import('./lib/child.mjs');

  const [name, ...rest] = process.argv.slice(2);
  await ensureInstalled({ tools: false });
  await handOver(`server/src/${programs[name]}`, rest);
}

void runOperation();
