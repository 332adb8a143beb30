import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { renderGroupMetrics } from '../server/src/operations/process-group/group-text.ts';
import { secretNames } from '../server/src/platform/config/secret-files.ts';
import { settings } from '../server/src/platform/config/settings.ts';
import { createMetrics } from '../server/src/platform/metrics/metrics.ts';
import { root } from './lib/place.mjs';

const folder = join(root, 'deploy');
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
const read = (path) => readFileSync(join(folder, path), 'utf8');
const documents = (path) => parseAllDocuments(read(path), { merge: true }).map((document) => document.toJS());

test.each(files.filter((path) => /\.ya?ml$/.test(path)).map((path) => path.slice(folder.length + 1)))(
  '%s is valid YAML',
  (path) => {
    for (const document of parseAllDocuments(read(path), { merge: true })) {
      expect([...document.errors, ...document.warnings]).toEqual([]);
    }
  },
);

const [compose] = documents('compose.yaml');
const kubernetes = readdirSync(join(folder, 'kubernetes')).flatMap((name) => documents(`kubernetes/${name}`));

/** Variables of the image and Node that aren't settings. */
const others = new Set(['NODE_ENV', 'NODE_COMPILE_CACHE']);

const names = new Set([...Object.keys(settings), ...secretNames.map((name) => `${name}_FILE`), ...others]);

test('every setting that deploy/ gives the server exists', () => {
  const given = [
    ...['api-1', 'api-2', 'worker'].flatMap((name) => Object.keys(compose.services[name].environment)),
    ...kubernetes.flatMap(({ kind, data, stringData }) =>
      kind === 'ConfigMap' || kind === 'Secret' ? Object.keys({ ...data, ...stringData }) : [],
    ),
    ...kubernetes.flatMap(({ kind, spec }) =>
      kind === 'Deployment' ? spec.template.spec.containers[0].env.map(({ name }) => name) : [],
    ),
    ...[...read('Dockerfile').matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs]) =>
      [...pairs.matchAll(/(\w+)=/g)].map(([, name]) => name),
    ),
  ];
  expect(given.filter((name) => !names.has(name))).toEqual([]);
});

test('in Kubernetes, secrets are files only, one per key of the secret', () => {
  const { data } = kubernetes.find(({ kind }) => kind === 'ConfigMap');
  const { metadata, stringData } = kubernetes.find(({ kind }) => kind === 'Secret');
  expect(secretNames.filter((name) => name in data)).toEqual([]);
  const pods = kubernetes.flatMap(({ kind, spec }) => (kind === 'Deployment' ? spec.template.spec : []));
  for (const { containers, volumes } of pods) {
    const { name } = volumes.find(({ secret }) => secret?.secretName === metadata.name);
    const { mountPath, readOnly } = containers[0].volumeMounts.find((mount) => mount.name === name);
    expect(readOnly).toBe(true);
    const files = Object.entries(data).filter(([setting]) => setting.endsWith('_FILE'));
    const wanted = Object.keys(stringData).map((key) => [`${key}_FILE`, `${mountPath}/${key}`]);
    expect(Object.fromEntries(files)).toEqual(Object.fromEntries(wanted));
    expect(JSON.stringify(containers)).not.toContain('secretRef');
  }
});

test('the compose file gives its secrets to the services that read them, and explains them', () => {
  const text = read('README.md');
  for (const name of Object.keys(compose.secrets)) expect(text).toContain(`secrets/${name}`);
  for (const [service, { environment = {}, secrets = [] }] of Object.entries(compose.services)) {
    const files = Object.values(environment).filter((value) => String(value).startsWith('/run/secrets/'));
    for (const file of files) expect(secrets, service).toContain(file.slice('/run/secrets/'.length));
  }
  const { authorization } = documents('prometheus/prometheus.yml')[0].scrape_configs[0];
  expect(compose.services.prometheus.secrets.map((name) => `/run/secrets/${name}`)).toEqual([
    authorization.credentials_file,
  ]);
});

test('deploy/README.md explains every setting', () => {
  const text = read('README.md');
  expect(Object.keys(settings).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test('every value the compose file asks for is in .env.example with a comment above it, and vice versa', () => {
  const wanted = new Set([...read('compose.yaml').matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name));
  const offered = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(new Set(offered)).toEqual(wanted);
});

test('every service in the compose file has limits, restarts, and names a versioned image', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    expect(service.restart, name).toBeDefined();
    expect(service.image, name).toMatch(/:[^:]+$/);
    if (name !== 'bucket') expect(service.deploy.resources.limits, name).toBeDefined();
  }
});

test("the servers in the compose file can't write outside their mounts, and have no root privileges", () => {
  for (const name of ['api-1', 'api-2', 'worker']) {
    expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  }
  for (const { kind, spec } of kubernetes) {
    if (kind !== 'Deployment') continue;
    expect(spec.template.spec.securityContext.runAsNonRoot).toBe(true);
    expect(spec.template.spec.containers[0].securityContext.readOnlyRootFilesystem).toBe(true);
  }
});

test('no proxy logs what follows the question mark of an address, where links in mail carry their tokens', () => {
  const haproxy = read('proxies/haproxy.cfg');
  expect(haproxy).not.toContain('option httplog');
  expect(/^ +log-format "(.+)"$/m.exec(haproxy)?.[1]).not.toMatch(/%HU|%HQ|%(\{\+Q\})?r\b/);
  const nginx = read('proxies/nginx.conf');
  expect(/^log_format hubbub '(.+)';$/m.exec(nginx)?.[1]).not.toMatch(
    /\$(request\b(?!_)|request_uri|args|query_string|http_referer)/,
  );
  const servers = nginx.match(/^server \{[\s\S]*?^\}/gm) ?? [];
  expect(servers.filter((server) => !/^ +access_log \S+ hubbub;$/m.test(server))).toEqual([]);
});

test('files that deploy/ mounts or copies exist', () => {
  const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) =>
    volumes.flatMap((volume) => (volume.startsWith('./') ? [join(folder, volume.split(':')[0])] : [])),
  );
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, names]) =>
    names
      .split(' ')
      .slice(0, -1)
      .map((name) => join(root, name)),
  );
  const listed = kubernetes.flatMap(({ kind, resources }) =>
    kind === 'Kustomization' ? resources.map((name) => join(folder, 'kubernetes', name)) : [],
  );
  expect([...mounted, ...copied, ...listed].filter((path) => !existsSync(path))).toEqual([]);
});

test.each([[[]], [['--help']], [['help']]])('hubbubctl %j prints its own help, with its folder', (given) => {
  const script = read('systemd/hubbubctl').replaceAll('/opt/hubbub', '/srv/here');
  const { status, stdout } = spawnSync('sh', ['-s', '--', ...given], { input: script, encoding: 'utf8' });
  expect(status).toBe(0);
  for (const command of ['doctor', 'admin', 'backup', 'restore']) expect(stdout).toMatch(`hubbubctl ${command}`);
  expect(stdout).toContain('They run in /srv/here');
});

test('the guide copies the units and hubbubctl so that another folder works, and Node alone reads the settings', () => {
  const guide = readFileSync(join(root, 'docs/hosting.md'), 'utf8');
  const units = ['hubbub.service', 'hubbub-backup.service'];
  expect(guide).toContain('for unit in hubbub.service hubbub-backup.service hubbub-backup.timer; do');
  for (const [, name] of guide.matchAll(/deploy\/systemd\/(hubbub[\w.-]*|\$unit) >/g))
    expect(guide).toContain(`sed "s|/opt/hubbub|$HUBBUB|g" deploy/systemd/${name} >`);
  for (const name of [...units, 'hubbubctl']) {
    const text = read(`systemd/${name}`);
    expect(text.replaceAll('/opt/hubbub', '/srv/here'), name).not.toContain('/opt/');
    expect(text, name).toMatch(/--env-file="?(\/etc\/hubbub\/hubbub\.env|\$settings)/);
    expect(text, name).not.toContain('EnvironmentFile');
  }
});

test("hubbubctl says what to do while there's no settings file", () => {
  const script = read('systemd/hubbubctl').replaceAll('/etc/hubbub/', '/etc/there-is-no-such-folder/');
  const { status, stderr } = spawnSync('sh', ['-s', 'doctor'], { input: script, encoding: 'utf8' });
  expect(status).toBe(78);
  expect(stderr).toMatch(/^hubbubctl: there's no \/etc\/\S+hubbub\.env\. Copy \S+hubbub\.env\.example to it/);
});

test("the image and the forge's workflow use the Node version that the product is pinned to", () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(read('Dockerfile')).toContain(`node:${dependencies.node}-`);
  const { check } = documents('../.github/workflows/check.yml')[0].jobs;
  expect(check.container).toContain(`node:${dependencies.node}-`);
  expect(check.steps.map(({ run }) => run)).toContain('.ci/run');
});

test('the dashboard and alerts use only metrics that exist', async () => {
  const name = 'api-1';
  const withOthers = (text) => renderGroupMetrics({ name, text }, async () => ({}));
  const metrics = createMetrics({ name, withOthers, tell: () => undefined });
  metrics.socketRooms(() => 0);
  metrics.jobQueue(async () => []);
  metrics.replica(() => ({ lag: 0, isUsed: true, reads: { replica: 0, primary: 0 } }));
  const shown = (await metrics.show()).matchAll(/^# TYPE (\w+) (\w+)$/gm);
  const names = new Set(
    [...shown].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const texts = [read('grafana/hubbub.json'), read('prometheus/alerts.yml')];
  const used = new Set(texts.flatMap((text) => text.match(/\bhubbub_\w+/g) ?? []));
  expect(used.size).toBeGreaterThan(15);
  expect([...used].filter((name) => !names.has(name))).toEqual([]);
});

const documentsOf = (folder) =>
  readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.md') ? [join(folder, name)] : []));

test.each(['.', 'deploy', 'docs', 'docs/decisions'].flatMap(documentsOf))(
  'every link in %s leads somewhere',
  (name) => {
    const headings = (text) =>
      [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
        title
          .toLowerCase()
          .replace(/[^\p{L}\d\s-]/gu, '')
          .replaceAll(' ', '-'),
      );
    const links = [...readFileSync(join(root, name), 'utf8').matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)];
    const dead = links.filter(([, path, heading]) => {
      const target = path === '' ? join(root, name) : resolve(root, dirname(name), path);
      return (
        !existsSync(target) || (heading !== undefined && !headings(readFileSync(target, 'utf8')).includes(heading))
      );
    });
    expect(dead.map(([link]) => link)).toEqual([]);
  },
);
