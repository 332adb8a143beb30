#!/usr/bin/env node
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endpointFaults, featureFaults } from './features.rules.mjs';
import { circles, resolve } from './graph.mjs';
import { importFaults } from './imports.rules.mjs';
import { listFiles, readSource } from './source.mjs';
import { textFaults } from './text.rules.mjs';

const WORKSPACES = ['contract', 'server', 'web'];

/**
 * Reads every file of the three workspaces below `root` and answers what breaks the architecture
 * (ARCHITECTURE.md, "Imports flow down only").
 * @param {string} root
 * @param {typeof import('../../architecture.config.js')} config
 * @returns {import('./imports.rules.mjs').Fault[]} sorted by file and line
 */
export function checkArchitecture(root, config) {
  const paths = WORKSPACES.flatMap((workspace) => listFiles(root, workspace));
  const files = new Set(paths);
  const sources = paths.map((path) => readSource(root, path));
  const faults = [];
  const edges = new Map();
  for (const source of sources) {
    const targets = source.imports.map((each) => ({ ...each, target: resolve(source.path, each.specifier, files) }));
    edges.set(source.path, [...new Set(targets.map((each) => each.target).filter((target) => target !== undefined))]);
    faults.push(...importFaults(source, targets, config), ...textFaults(source, config));
  }
  for (const walk of circles(edges))
    faults.push({
      file: walk[0],
      line: 1,
      rule: 'no-circles',
      sentence: `These import each other in a circle: ${walk.join(' → ')}. Move what they share into a file of its own.`,
    });
  const imports = new Map([...edges].map(([path, targets]) => [path, new Set(targets)]));
  faults.push(...featureFaults(sources, imports, config), ...endpointFaults(sources, config));
  return faults.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.rule.localeCompare(b.rule));
}

/** One line a fault, as editors understand it. */
export const formatFault = ({ file, line, rule, sentence }) => `${file}:${line} ${rule}\n    ${sentence}`;

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));
  const config = await import(pathToFileURL(join(root, 'architecture.config.js')).href);
  const faults = checkArchitecture(root, config);
  for (const fault of faults) console.log(formatFault(fault));
  console.log(faults.length === 0 ? 'Architecture: no faults.' : `Architecture: ${faults.length} faults.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
