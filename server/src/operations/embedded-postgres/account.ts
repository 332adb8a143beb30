import type { SpawnOptions } from 'node:child_process';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chown, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from '#platform/errors/start-error.ts';

/** Turns a program and its arguments into a spawn command that runs it under the account that owns the database's files. */
export interface Account {
  command(program: string, args: string[]): { program: string; args: string[]; options: SpawnOptions };
  /** Gives a file or folder, but not its contents, to the account. */
  own(path: string): Promise<void>;
}

interface User {
  uid: number;
  gid: number;
}

/** Accounts to look for, in this order, before creating one. */
const accountNames = ['hubbub', 'postgres'];

const capabilityBits = { dac_override: 1n, dac_read_search: 2n } as const;

const ownAccount: Account = {
  command: (program, args) => ({ program, args, options: {} }),
  own: () => Promise.resolve(),
};

/**
 * PostgreSQL refuses to run as root, so when the server does, its database runs as another user.
 *
 * That user must be able to reach the programs and the data. In a clone below /root it can't, because that folder is closed to others;
 * then util-linux's `setpriv` leaves it the one root capability it needs for that.
 * @param folder holds the data; it exists
 * @param program a program that the account must be able to run
 */
export async function chooseAccount(folder: string, program: string): Promise<Account> {
  if (process.getuid?.() !== 0) return ownAccount;
  const user = (await ownerOf(folder)) ?? findUser() ?? makeUser();
  const own = (path: string) => chown(path, user.uid, user.gid);
  const canEnter = (await mayEnter(folder, user)) && (await mayEnter(dirname(program), user));
  const canRun = (await stat(program)).mode & 0o001;
  if (canEnter && canRun) return { own, command: (p, args) => ({ program: p, args, options: user }) };

  const capability = grantable(canRun ? ['dac_read_search', 'dac_override'] : ['dac_override']);
  if (capability === null || spawnSync('setpriv', ['--version']).status !== 0) {
    throw new StartError(
      `The embedded PostgreSQL can't run as root, and the user it would run as can't reach ${folder}. Put Hubbub into a folder every user may enter, for example /srv/hubbub, start it as an ordinary user, or set DATABASE_URL.`,
    );
  }
  const only = `-all,+${capability}`;
  const drop = [
    // Without this bit, the kernel ignores the capability when a program asks whether it may use a file (access(2)).
    ...['--securebits', '+no_setuid_fixup', '--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups'],
    ...['--inh-caps', only, '--ambient-caps', only, '--bounding-set', only, '--'],
  ];
  return { own, command: (p, args) => ({ program: 'setpriv', args: [...drop, p, ...args], options: {} }) };
}

/** The user who owns an existing cluster, so that a change of accounts doesn't lock it out. */
async function ownerOf(folder: string): Promise<User | null> {
  const { uid, gid } = await stat(folder);
  return uid === 0 ? null : { uid, gid };
}

function findUser(): User | null {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of accountNames) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && uid !== '0') return { uid: Number(uid), gid: Number(gid) };
  }
  return null;
}

function makeUser(): User {
  const [name] = accountNames as [string];
  const ways: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]],
    ['adduser', ['-S', '-D', '-H', name]],
  ];
  for (const [program, args] of ways) {
    try {
      execFileSync(program, args, { stdio: 'ignore' });
    } catch {
      continue;
    }
    const user = findUser();
    if (user) return user;
  }
  throw new StartError(
    `The embedded PostgreSQL can't run as root, and a user "${name}" couldn't be created for it. Create one (useradd --system ${name}), start Hubbub as an ordinary user, or set DATABASE_URL.`,
  );
}

/** Whether every folder from the root down to this one lets the user pass. The folder itself is handed over if it's ours. */
async function mayEnter(folder: string, user: User): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path);
    let bit = 0o001;
    if (uid === user.uid) bit = 0o100;
    else if (gid === user.gid) bit = 0o010;
    if (!(mode & bit)) return false;
    if (path === dirname(path)) return true;
  }
}

/** The first of these capabilities that this process has and can pass on; containers often drop some of root's. */
function grantable(wanted: (keyof typeof capabilityBits)[]): keyof typeof capabilityBits | null {
  if (process.platform !== 'linux') return null;
  const held = /^CapPrm:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  return wanted.find((name) => (BigInt(`0x${held}`) >> capabilityBits[name]) & 1n) ?? null;
}
