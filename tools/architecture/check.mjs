#!/usr/bin/env node
import { join, posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { accessFaults, ruleFaults } from './access.rules.mjs';
import { browserFaults } from './browsers.rules.mjs';
import { dataFaults } from './data.rules.mjs';
import { endpointFaults, featureFaults } from './features.rules.mjs';
import { circles, resolve } from './graph.mjs';
import { lengthFaults, readOutside, summarize } from './house.mjs';
import { importFaults } from './imports.rules.mjs';
import { jsonFaults } from './json.rules.mjs';
import { kindFaults } from './kinds.rules.mjs';
import { listFiles, readSource } from './source.mjs';
import { textFaults } from './text.rules.mjs';
import { visibilityFaults } from './visibility.rules.mjs';

const WORKSPACES = ['contract', 'server', 'web'];

/**
 * Reads every file of the three workspaces below `root` and returns what breaks the architecture (ARCHITECTURE.md, "Imports flow down
 * only").
 * @param {string} root
 * @param {typeof import('../../architecture.config.js')} config
 * @returns {import('./imports.rules.mjs').Fault[]} sorted by file and line
 */
export const checkArchitecture = (root, config) => inspect(root, config).faults;

/** The faults, and all sources, including those outside the workspaces. */
function inspect(root, config) {
  const paths = WORKSPACES.flatMap((workspace) => listFiles(root, workspace));
  const files = new Set(paths);
  const sources = paths.map((path) => readSource(root, path));
  const faults = [];
  const edges = new Map();
  for (const source of sources) {
    const targets = source.imports.map((each) => ({ ...each, target: resolve(source.path, each.specifier, files) }));
    edges.set(source.path, [...new Set(targets.map((each) => each.target).filter((target) => target !== undefined))]);
    faults.push(
      ...importFaults(source, targets, config),
      ...textFaults(source, config),
      ...browserFaults(source, config),
    );
  }
  for (const walk of circles(edges))
    faults.push({
      file: walk[0],
      line: 1,
      rule: 'no-circles',
      sentence: `These import each other in a circle: ${walk.join(' → ')}. Move what they share into a file of its own.`,
    });
  const imports = new Map([...edges].map(([path, targets]) => [path, new Set(targets)]));
  faults.push(
    ...featureFaults(sources, imports, config),
    ...endpointFaults(sources, config),
    ...jsonFaults(sources, config),
    ...visibilityFaults(sources, config),
    ...kindFaults(sources, config),
    ...dataFaults(sources, config),
    ...accessFaults(sources),
    ...ruleFaults(sources),
  );
  const outside = readOutside(root);
  faults.push(...outside.flatMap(toolFaults), ...lengthFaults([...sources, ...outside], config));
  faults.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.rule.localeCompare(b.rule));
  return { faults, sources: [...sources, ...outside] };
}

/** The tools serve the rest and import nothing from it, so the code that uses them can change or be removed without affecting them. */
function toolFaults({ path, imports }) {
  if (!path.startsWith('tools/')) return [];
  return imports.flatMap(({ specifier, line }) => {
    const [folder] = posix.join(posix.dirname(path), specifier).split('/');
    if (!specifier.startsWith('.') || !['bench', 'cluster', 'e2e'].includes(folder)) return [];
    const sentence = `tools may not import ${folder}: have ${folder} call the tool instead.`;
    return [{ file: path, line, rule: 'tools-stand-alone', sentence }];
  });
}

/** One line per violation, in a form that editors understand. */
export const formatFault = ({ file, line, rule, sentence }) => `${file}:${line} ${rule}\n    ${sentence}`;

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));
  const config = await import(pathToFileURL(join(root, 'architecture.config.js')).href);
  const { faults, sources } = inspect(root, config);
  for (const line of summarize(sources, faults, config)) console.log(line);
  for (const fault of faults) console.log(formatFault(fault));
  console.log(faults.length === 0 ? 'Architecture: no faults.' : `Architecture: ${faults.length} faults.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
