import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs of a cluster that don't ship with the product, and their Debian packages. */
const packages = {
  caddy: 'caddy',
  haproxy: 'haproxy',
  nginx: 'nginx-light',
  openssl: 'openssl',
  'redis-server': 'redis-server',
  turnserver: 'coturn',
} as const;

export type Program = keyof typeof packages;

/** Where Debian puts servers, which isn't on everyone's path. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin', '/usr/local/sbin'];

/** A program's path; undefined if it isn't installed. */
export function findProgram(name: Program): string | undefined {
  return folders
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** A sentence that says how to install what's missing; undefined if everything is there. */
export function missing(...names: readonly Program[]): string | undefined {
  const absent = names.filter((name) => findProgram(name) === undefined);
  if (absent.length === 0) return undefined;
  const install = absent.map((name) => packages[name]).join(' ');
  return `Not installed: ${absent.join(', ')}. Install it with: apt-get install --no-install-recommends ${install}`;
}
