import { formatList, isAt, packageOf, placeOf } from './graph.mjs';

/**
 * @typedef {object} Fault
 * @property {string} file
 * @property {number} line
 * @property {string} rule its short name
 * @property {string} sentence what's wrong, and what to do
 */

/** Violations among one file's imports. `targets` are its imports with the file each points to, if it's one of ours. */
export function importFaults(source, targets, config) {
  const from = placeOf(source.path, config.testSuffixes);
  const faults = [];
  for (const { specifier, line, typeOnly, target } of targets) {
    const add = (rule, sentence) => faults.push({ file: source.path, line, rule, sentence });
    if (target === undefined) packageFaults(from, specifier, config, add);
    else targetFaults(from, placeOf(target, config.testSuffixes), target, config, add);
    if (source.path.endsWith('.rules.ts') && !typeOnly && !isPure(from, target, config))
      add(
        'rules-import-only-types',
        `A rule is pure: write "import type" here, or have the caller pass in what "${specifier}" gives.`,
      );
  }
  return faults;
}

/** Whether a rule may import a value from this file of ours. */
function isPure(from, target, config) {
  if (target === undefined) return false;
  const to = placeOf(target, config.testSuffixes);
  const layer = from.workspace === to.workspace ? to.layer : `${to.workspace}/${to.layer}`;
  return config.pure[from.workspace]?.some((each) => each === layer || isAt(to.inner, [each])) ?? false;
}

/** Engines sit behind ports: only the port's own files may import their packages. */
function packageFaults(from, specifier, config, add) {
  if (specifier.startsWith('.') || specifier.startsWith('#') || specifier.startsWith('node:') || from.isTest) {
    if (from.workspace === 'contract' && !from.isTest && specifier.startsWith('node:'))
      add('contract-is-pure', contractSentence(specifier, config));
    return;
  }
  if (specifier.startsWith('@hubbub/')) return;
  const name = packageOf(specifier);
  if (from.workspace === 'contract' && from.layer !== 'tooling' && !config.contractPackages.includes(name))
    add('contract-is-pure', contractSentence(name, config));
  if (from.layer === 'tooling') return;
  for (const engine of config.engines) {
    const asked =
      !engine.packages.includes(`!${name}`) &&
      engine.packages.some((each) => (each.endsWith('/*') ? name.startsWith(each.slice(0, -1)) : each === name));
    if (asked && engine.workspace === from.workspace && !isAt(from.inner, engine.places))
      add(
        'engine-behind-its-port',
        `Only ${formatList(engine.places)} may import ${name}: move this there and call that.`,
      );
  }
}

const contractSentence = (name, config) =>
  `The contract may import ${config.contractPackages.join(', ')} and itself, and nothing else: take "${name}" out of it.`;

function targetFaults(from, to, target, config, add) {
  if (from.workspace !== to.workspace && to.workspace !== 'contract') {
    if (from.workspace === 'contract') add('contract-is-pure', contractSentence(target, config));
    else
      add(
        'web-and-server-never-meet',
        `${from.workspace} may not import ${target}: what both need belongs in the contract.`,
      );
    return;
  }
  if (from.isTest) return;
  if (to.isTest || target.endsWith('.factory.ts')) {
    if (!from.inner.endsWith('.factory.ts'))
      add('no-tests-in-the-product', `${target} is for tests: the product may not import it.`);
  }
  const allowed = config.layers[from.workspace]?.[from.layer];
  if (allowed === undefined) return;
  const asked = from.workspace === to.workspace ? to.layer : `${to.workspace}/${to.layer}`;
  if (!to.isTest && !allowed.includes(asked))
    add(
      'imports-flow-down',
      `${from.workspace}'s ${from.layer} may import ${allowed.join(', ')}, but ${target} is in ${asked}: ` +
        'move the shared part down, or turn the need round with a typed event.',
    );
  else if (to.layer === 'features' && from.layer === 'features') featureFaults(from, to, target, config, add);
  else if (from.workspace === 'server' && to.workspace === 'server' && from.layer === to.layer)
    folderFaults(from, to, config, add);
}

/** The lists of folders in architecture.config.js, by the server's layer they order. */
const orders = { operations: 'operationsLayers', platform: 'platformLayers' };

/** Within the server's platform and its operations: only earlier folders, so folders can't form cycles either. */
function folderFaults({ layer, ...from }, to, config, add) {
  const order = orders[layer];
  const [own, other] = [from, to].map(({ inner }) => inner.split('/')[1]);
  if (order === undefined || own === other) return;
  const [ownPlace, otherPlace] = [own, other].map((name) => config[order].indexOf(name));
  if (ownPlace === -1 || otherPlace === -1)
    add(
      'folders-in-order',
      `Put "${ownPlace === -1 ? own : other}" where it belongs in ${order} of architecture.config.js.`,
    );
  else if (otherPlace > ownPlace)
    add(
      'folders-in-order',
      `${layer}/${own} comes before ${layer}/${other} in architecture.config.js and may not import it: ` +
        'move the shared part down, or have the caller pass it in.',
    );
}

/** Between features: only earlier ones, and only what they export from `public.ts` (the contract has no such file). */
function featureFaults(from, to, target, config, add) {
  if (from.feature === to.feature) return;
  const order = (feature) => config.features.indexOf(feature);
  if (order(to.feature) > order(from.feature))
    add(
      'features-in-order',
      `"${from.feature}" comes before "${to.feature}" in architecture.config.js and may not import it: ` +
        'emit a typed event that it listens to.',
    );
  else if (to.workspace !== 'contract' && !isPublic(from, target))
    add(
      'only-public',
      `Of another feature only public.ts may be imported: name what you need in ${publicOf(target)} and import that.`,
    );
}

const isPublic = (from, target) =>
  /\/public\.tsx?$/.test(target) || (from.inner.endsWith('.factory.ts') && target.endsWith('.factory.ts'));

const publicOf = (target) => `${target.split('/').slice(0, 4).join('/')}/public.ts`;
