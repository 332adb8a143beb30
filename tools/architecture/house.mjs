import { placeOf } from './graph.mjs';
import { listFiles, readSource } from './source.mjs';

/** Folders with code outside the three workspaces. */
const OUTSIDE = ['tools', 'bench', 'cluster', 'e2e'];

/** Maximum length of files and functions; a test tells a story and may take a little longer. */
const maxLines = { file: 400, function: 80, test: 100 };

/**
 * Files and functions that are too long.
 * @param {import('./source.mjs').Source[]} sources
 * @returns {import('./imports.rules.mjs').Fault[]}
 */
export function lengthFaults(sources, { testSuffixes }) {
  const faults = [];
  const add = (file, line, what, length, max) =>
    faults.push({
      file,
      line,
      rule: 'too-long',
      sentence: `${what} has ${length} lines; the limit is ${max}. Split it where it changes its subject.`,
    });
  for (const { path, lines, functions } of sources) {
    if (lines > maxLines.file) add(path, 1, 'This file', lines, maxLines.file);
    const max = testSuffixes.some((suffix) => path.includes(`.${suffix}.`)) ? maxLines.test : maxLines.function;
    for (const { name, line, lines: length } of functions) if (length > max) add(path, line, name, length, max);
  }
  return faults;
}

/** Sources of the folders outside the workspaces. */
export const readOutside = (root) =>
  OUTSIDE.flatMap((folder) => listFiles(root, folder)).map((path) => readSource(root, path));

/**
 * The codebase in ten lines: how many lines each layer and feature has, and the state of its imports.
 * @param {import('./source.mjs').Source[]} sources of all folders
 * @param {import('./imports.rules.mjs').Fault[]} faults
 */
export function summarize(sources, faults, config) {
  const places = sources.map((source) => ({ ...source, ...placeOf(source.path, config.testSuffixes) }));
  const isOf = (workspace) => places.filter((each) => each.workspace === workspace && !each.isTest);
  const linesOf = (list) => list.reduce((sum, { lines }) => sum + lines, 0).toLocaleString('en');
  const layerLines = (workspace) => {
    const layers = Object.keys(config.layers[workspace]).map(
      (layer) => `${layer} ${linesOf(isOf(workspace).filter((each) => each.layer === layer))}`,
    );
    return `${workspace.padEnd(9)} ${linesOf(isOf(workspace)).padStart(6)} lines: ${layers.join(', ')}`;
  };
  const ofFeature = (workspace) =>
    config.features
      .map((name) => `${name} ${linesOf(isOf(workspace).filter(({ feature }) => feature === name))}`)
      .join(', ');
  const count = (rule) => faults.filter((fault) => fault.rule === rule).length;
  const upward = ['imports-flow-down', 'features-in-order', 'folders-in-order', 'tools-stand-alone']
    .map(count)
    .reduce((a, b) => a + b);
  const server = isOf('server');
  const rawSql = server
    .filter(({ path }) => !path.startsWith('server/src/platform/database/'))
    .reduce(
      (sum, { calls }) =>
        sum + calls.filter(({ name, of }) => name === 'raw' && (of === 'sql' || of === 'CompiledQuery')).length,
      0,
    );
  const asText = server
    .filter(({ path }) => /\.(access|kind)\.ts$/.test(path))
    .reduce(
      (sum, { declarations }) => sum + declarations.filter(({ text }) => /\): string (=>|\{)/.test(text)).length,
      0,
    );
  const edges = sources.reduce((sum, { imports }) => sum + imports.length, 0).toLocaleString('en');
  return [
    ...Object.keys(config.layers).map(layerLines),
    `${config.features.length} features on the server: ${ofFeature('server')}`,
    `${config.features.length} features on the web: ${ofFeature('web')}`,
    `beside them: ${OUTSIDE.map((folder) => `${folder} ${linesOf(isOf(folder))}`).join(', ')}`,
    `tests: ${linesOf(places.filter(({ isTest }) => isTest))} lines`,
    `${sources.length} files, ${edges} imports: ${count('no-circles')} cycles, ${upward} upward`,
    `${rawSql} times raw SQL outside platform/database, ${asText} conditions as text`,
    `${count('access-is-compared')} access files without a property test, ${count('rule-is-asked')} rules that nothing asks, ${count('kinds-are-registered')} lists of kinds`,
    `${count('too-long')} files or functions longer than ${maxLines.file} or ${maxLines.function} lines (a test: ${maxLines.test})`,
  ];
}
