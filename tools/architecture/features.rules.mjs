import { placeOf } from './graph.mjs';

/** Files a feature must have, names its files may have, and the places where it must be registered. */
export function featureFaults(sources, imports, config) {
  const faults = [];
  const add = (file, rule, sentence, line = 1) => faults.push({ file, line, rule, sentence });
  const paths = new Set(sources.map((source) => source.path));
  for (const [folder, files] of byFeature(sources, config)) {
    const [workspace, , , feature] = folder.split('/');
    if (!config.features.includes(feature)) {
      add(
        folder,
        'registered-feature',
        `"${feature}" is not in the list of architecture.config.js: put it where it belongs in the order.`,
      );
      continue;
    }
    nameFaults(workspace, folder, feature, files, config, add);
    if (workspace === 'server') {
      const usesDatabase = sources.some(({ path, names }) => files.includes(path) && names?.has('db'));
      serverFaults(folder, feature, files, { paths, usesDatabase }, add);
    }
    rulesFaults(folder, files, paths, add);
    if (workspace === 'web' && !paths.has(`${folder}/public.ts`))
      add(
        folder,
        'standard-files',
        `"${feature}" has no public.ts in web: name there what pages and later features may import.`,
      );
    registrationFaults(workspace, files, imports, config, add);
  }
  return faults;
}

/** Feature folders such as `server/src/features/posts`, with their file names. */
function byFeature(sources, config) {
  const folders = new Map();
  for (const { path } of sources) {
    const place = placeOf(path, config.testSuffixes);
    if (place.layer !== 'features') continue;
    const folder = path.split('/').slice(0, 4).join('/');
    if (!folders.has(folder)) folders.set(folder, []);
    folders.get(folder).push(path);
  }
  return folders;
}

function nameFaults(workspace, folder, feature, files, config, add) {
  const allowed = config.suffixes[workspace];
  if (allowed === undefined) return;
  const names = Object.keys(allowed);
  for (const file of files) {
    const name = file.slice(folder.length + 1);
    if (name === 'public.ts' || placeOf(file, config.testSuffixes).isTest) continue;
    const parts = name.split('.');
    if (parts.length < 3 || !names.includes(parts.at(-2)))
      add(
        file,
        'file-suffix',
        `Call it ${feature}.<suffix>.ts, the suffix being one of ${names.join(', ')} (architecture.config.js).`,
      );
  }
}

function serverFaults(folder, feature, files, { paths, usesDatabase }, add) {
  const need = (path, reason) => {
    if (!paths.has(path)) add(folder, 'standard-files', `${path} is missing: ${reason}.`);
  };
  const routes = files.filter((file) => file.endsWith('.routes.ts'));
  if (routes.length > 0) {
    need(`${folder}/${feature}.service.ts`, 'a feature with routes has its use cases there');
    if (usesDatabase) need(`${folder}/${feature}.queries.ts`, 'a feature that uses the database has its SQL there');
  }
  need(`${folder}/public.ts`, 'it names what later features may import');
  for (const file of routes)
    need(
      file.replace(/\.routes\.ts$/, '.api.test.ts'),
      `the calls of ${file.split('/').at(-1)} are tested there, over HTTP`,
    );
}

function rulesFaults(folder, files, paths, add) {
  for (const file of files.filter((each) => each.endsWith('.rules.ts'))) {
    const test = file.replace(/\.ts$/, '.test.ts');
    const name = file.split('/').at(-1);
    if (!paths.has(test))
      add(folder, 'standard-files', `${test} is missing: each rule of ${name} is the title of a test there.`);
  }
}

/** Nothing registers itself by being imported: the composition root names each of a feature's entry points. */
function registrationFaults(workspace, files, imports, config, add) {
  const registry = config.registries[workspace];
  const entrances = { server: ['routes', 'jobs', 'realtime', 'limits'], contract: ['endpoints'] }[workspace];
  if (registry === undefined) return;
  const named = imports.get(registry) ?? new Set();
  for (const file of files)
    if (entrances.some((suffix) => file.endsWith(`.${suffix}.ts`)) && !named.has(file))
      add(file, 'registered-feature', `${registry} does not import it, so it does nothing: register it there.`);
}

/** The contract's calls that no route answers, or that the access matrix doesn't cover. */
export function endpointFaults(sources, config) {
  const faults = [];
  // Rows may also be in files next to it whose names begin the same way.
  const beginning = config.registries.accessMatrix.replace(/\.[a-z.]+$/, '');
  const matrix = sources.filter((source) => source.path.startsWith(beginning));
  const routes = sources.filter((source) => source.path.endsWith('.routes.ts'));
  const texts = new Set(matrix.flatMap((source) => source.texts.map((each) => each.text)));
  const covered = ({ name, method, path }) =>
    matrix.length === 0 ||
    matrix.some((source) => source.names.has(name)) ||
    texts.has(name) ||
    texts.has(`${method} ${path}`);
  if (matrix.length === 0 && sources.some((source) => source.endpoints.length > 0))
    faults.push({
      file: config.registries.accessMatrix,
      line: 1,
      rule: 'endpoint-in-access-matrix',
      sentence: 'The table of who gets which status at each endpoint is missing: write it.',
    });
  for (const { path, endpoints } of sources) {
    if (!path.startsWith('contract/')) continue;
    for (const each of endpoints) {
      const title = `${each.name} (${each.method} ${each.path})`;
      const add = (rule, sentence) => faults.push({ file: path, line: each.line, rule, sentence });
      if (!routes.some((source) => source.names.has(each.name)))
        add('endpoint-answered', `No *.routes.ts names ${title}: answer it, or take it out of the contract.`);
      if (!covered(each))
        add(
          'endpoint-in-access-matrix',
          `${title} has no row in ${config.registries.accessMatrix}: say there who gets which status.`,
        );
    }
  }
  return faults;
}
