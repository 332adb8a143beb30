import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateBucketCommand, ListObjectsV2Command, PutBucketPolicyCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort, isOpen } from './programs.ts';

const needed = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'];

const isInstalled = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

const reason = () => {
  if (process.env.TEST_BUCKET !== 'radosgw') return '`npm run test:cluster` runs this.';
  return needed.every(isInstalled)
    ? undefined
    : 'Install a Ceph Object Gateway to run this: apt-get install --no-install-recommends radosgw ceph-mon ceph-osd.';
};

/**
 * Undefined: tests with a Ceph Object Gateway can run, which is only the case in `npm run test:cluster`. Otherwise a sentence that says
 * why not.
 */
export const noS3Server = reason();

/** A Ceph Object Gateway that a test can freeze, kill and restart; its data is in memory. */
export interface S3Server {
  readonly endpoint: string;
  /** Contains all of it; removed on closing. */
  readonly folder: string;
  /** The product's settings for one of its buckets, `hubbub` by default. */
  settings(bucket?: string): Record<string, string>;
  /** A client with the bucket owner's account, for what only the owner may do or see. */
  readonly owner: S3Client;
  makeBucket(name: string): Promise<void>;
  /** Everything in `hubbub`, by key. */
  keys(): Promise<string[]>;
  /** Makes everything in `hubbub` that isn't private public, as MEDIA_BASE_URL requires. */
  publish(): Promise<void>;
  /** Kills the gateway without warning. Stored data stays. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** The gateway accepts connections but doesn't answer. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/**
 * Starts a cluster of one monitor, one in-memory disk and one gateway on their own ports, with a bucket named `hubbub`. All of it stops
 * with this process, however it ends.
 */
export async function startS3Server(): Promise<S3Server> {
  if (noS3Server) throw new Error(noS3Server);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce();
    } catch (error) {
      // On a busy machine, another program may have taken one of the ports in the meantime.
      if (attempt === 3) throw error;
    }
  }
}

async function startOnce(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-s3-'));
  const daemons: Daemon[] = [];
  let gateway: Daemon | undefined;
  const owner = { accessKeyId: randomBytes(10).toString('hex'), secretAccessKey: randomBytes(20).toString('hex') };
  try {
    const [port, monitorPort] = [await freePort(), await freePort()];
    const endpoint = `http://127.0.0.1:${port}`;
    await configure(folder, { monitorPort, port });
    const settings = ['-c', join(folder, 'ceph.conf')];
    const run = async (program: string, ...args: string[]) => await exec(program, [...settings, ...args]);
    const guard = async (program: string, ...args: string[]) => {
      const daemon = await startDaemon(program, [...settings, ...args], folder);
      daemons.push(daemon);
      return daemon;
    };
    await run(
      'ceph-mon',
      '-i',
      'a',
      '--mkfs',
      '--monmap',
      join(folder, 'monmap'),
      '--keyring',
      join(folder, 'keyring'),
    );
    await guard('ceph-mon', '-f', '-i', 'a');
    await until('The monitor', folder, () => isOpen(monitorPort));
    const disk = randomUUID();
    await run('ceph', '--connect-timeout', '60', 'osd', 'new', disk);
    await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk);
    await guard('ceph-osd', '-f', '-i', '0');
    const start = async () => {
      gateway = await guard('radosgw', '-f', '-n', 'client.admin');
      await until('The gateway', folder, () => isAnswering(endpoint));
    };
    await start();
    const keys = ['--access-key', owner.accessKeyId, '--secret-key', owner.secretAccessKey];
    await run('radosgw-admin', '-n', 'client.admin', 'user', 'create', '--uid=tests', '--display-name=Tests', ...keys);
    const client = new S3Client({ endpoint, region: 'us-east-1', credentials: owner, forcePathStyle: true });
    const makeBucket = async (name: string) => void (await client.send(new CreateBucketCommand({ Bucket: name })));
    await makeBucket('hubbub');
    return {
      endpoint,
      folder,
      owner: client,
      makeBucket,
      keys: () => keysOf(client),
      publish: async () =>
        void (await client.send(new PutBucketPolicyCommand({ Bucket: 'hubbub', Policy: publicPolicy }))),
      start,
      settings: (bucket = 'hubbub') => ({
        S3_ENDPOINT: endpoint,
        S3_BUCKET: bucket,
        S3_REGION: 'us-east-1',
        S3_ACCESS_KEY_ID: owner.accessKeyId,
        S3_SECRET_ACCESS_KEY: owner.secretAccessKey,
      }),
      kill: async () => await gateway?.kill(),
      freeze: () => gateway?.signal('SIGSTOP'),
      thaw: () => gateway?.signal('SIGCONT'),
      async close() {
        client.destroy();
        await endAll(daemons, folder);
      },
    };
  } catch (error) {
    await endAll(daemons, folder);
    throw error;
  }
}

/** Lists all objects, page by page. */
async function keysOf(client: S3Client): Promise<string[]> {
  const keys: string[] = [];
  for (let from: string | undefined; ; from = keys.at(-1)) {
    const page = await client.send(new ListObjectsV2Command({ Bucket: 'hubbub', ...(from && { StartAfter: from }) }));
    keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []));
    if (!page.IsTruncated) return keys;
  }
}

const exec = promisify(execFile);

const publicPolicy = JSON.stringify({
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', NotResource: 'arn:aws:s3:::hubbub/*-private*' },
  ],
});

async function configure(folder: string, { monitorPort, port }: { monitorPort: number; port: number }): Promise<void> {
  const id = randomUUID();
  const monitor = `[v2:127.0.0.1:${monitorPort}/0]`;
  for (const name of ['monitor', 'disk', 'gateway']) await mkdir(join(folder, name));
  await writeFile(
    join(folder, 'ceph.conf'),
    `[global]
fsid = ${id}
mon host = ${monitor}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
keyring = ${folder}/keyring
run dir = ${folder}
admin socket =
log file = ${folder}/$name.log
mon data = ${folder}/monitor
mon data avail crit = 0
mon allow pool size one = true
mon client hunt interval = 0.5
mon client hunt interval max multiple = 2
paxos propose interval = 0.02
paxos min wait = 0.01
osd data = ${folder}/disk
osd objectstore = memstore
memstore device bytes = 8589934592
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
rgw data = ${folder}/gateway
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw enable apis = s3
rgw thread pool size = 64
`,
  );
  // The secret the programs authenticate with: a type, a time, the secret's length, the secret.
  const key = Buffer.concat([Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0]), randomBytes(16)]).toString('base64');
  await writeFile(
    join(folder, 'keyring'),
    `[mon.]
	key = ${key}
	caps mon = "allow *"
[osd.0]
	key = ${key}
	caps mon = "allow profile osd"
	caps osd = "allow *"
[client.admin]
	key = ${key}
	caps mon = "allow *"
	caps osd = "allow *"
`,
  );
  await exec('monmaptool', ['--create', '--fsid', id, '--addv', 'a', monitor, join(folder, 'monmap')]);
}

interface Daemon {
  signal(name: NodeJS.Signals): void;
  kill(): Promise<void>;
}

/**
 * The shell that starts the program kills it on request, or when the other end of the pipe is closed, in which case it removes the
 * folder, too.
 */
const guarded =
  '"$@" >>"$0/output" 2>&1 & echo $!; read -r _ && asked=1; kill -KILL $!; wait; [ "$asked" ] || rm -rf "$0"';

async function startDaemon(program: string, args: readonly string[], folder: string): Promise<Daemon> {
  const shell: ChildProcess = spawn('/bin/sh', ['-c', guarded, folder, program, ...args], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'ignore'],
    // Ctrl-C is for the run, which stops its programs in order.
    detached: true,
  });
  const gone = once(shell, 'exit');
  const [line] = await once(createInterface({ input: shell.stdout as NonNullable<typeof shell.stdout> }), 'line');
  return {
    signal: (name) => process.kill(Number(line), name),
    async kill() {
      shell.stdin?.end('\n');
      await gone;
    },
  };
}

async function endAll(daemons: readonly Daemon[], folder: string): Promise<void> {
  await Promise.all(daemons.map((daemon) => daemon.kill()));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function isAnswering(endpoint: string): Promise<boolean> {
  const answer = await fetch(endpoint, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

/** @throws with the programs' output if it doesn't succeed */
async function until(what: string, folder: string, look: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 45_000; performance.now() < end; await pause(50)) {
    if (await look()) return;
  }
  const said = await readFile(join(folder, 'output'), 'utf8').catch(() => '');
  throw new Error(`${what} of the S3 server did not start. ${said.slice(-2000)}`);
}
