import { join } from 'node:path';
import { pinnedNode, root } from './place.mjs';

/** What `npm run check` runs. */

const bin = (name) => join(root, 'node_modules/.bin', name);

/** What is type-checked in one run, the longest first. tsc caches its results for unchanged files. */
const typed = {
  server: 'server',
  'tools, tests and benches': 'tools/tsconfig.around.json',
  web: 'web',
  worker: 'web/worker',
  contract: 'contract',
  tools: 'tools',
};
const typesKnown = (name) => join(root, 'node_modules/.cache/tsc', `${name.replaceAll(' ', '-')}.tsbuildinfo`);

/** What to do about each thing knip finds, by the title it prints above them. */
const deadCode = {
  'Unused files':
    'Delete them. If something starts one by its path or name, name it as an entry in knip.jsonc and say what does.',
  'Unused exports': 'Remove what nothing uses. If only its own file uses it, remove the word "export".',
  'Unused exported types': 'Remove what nothing uses. If only its own file uses it, remove the word "export".',
  'Unused exported enum members': 'Remove them.',
  'Duplicate exports': 'Keep one name for each and import it everywhere.',
  'Unused dependencies': 'Remove them: npm uninstall <package> -w <workspace>.',
  'Unused devDependencies': 'Remove them: npm uninstall <package>.',
  'Unlisted dependencies': 'Add them where they are imported: npm install --save-exact <package> -w <workspace>.',
  'Unlisted binaries':
    "Add the package that has the program. If it comes with the system, list it in knip.jsonc's ignoreBinaries.",
  'Unresolved imports': 'Correct the path, or remove the import.',
};

/** @param output what knip printed */
export function adviceOnDeadCode(output) {
  const advice = Object.entries(deadCode).filter(([title]) => new RegExp(`^${title}( \\(|$)`, 'm').test(output));
  return ['What to do:', ...advice.map(([title, sentence]) => `  ${title}: ${sentence}`)].join('\n');
}

const again = (name) => () => `npm run check -- ${name} --fix fixes most of this.`;

/**
 * @param {boolean} fix also formats, fixes what can be fixed, and writes the documents that are made
 * @returns each step's name, its program, and `advise`, which says what to do about its output, where the program doesn't
 */
export const stepsOf = (fix) => [
  {
    name: 'format and lint',
    command: bin('biome'),
    args: ['check', '--error-on-warnings', '--colors=off', ...(fix ? ['--write'] : [])],
    ...(!fix && { advise: again('format') }),
  },
  ...Object.entries(typed).map(([name, project]) => ({
    name: `types: ${name}`,
    command: bin('tsc'),
    args: ['-p', project, '--pretty', 'false', '--incremental', '--tsBuildInfoFile', typesKnown(name)],
  })),
  { name: 'dead code', command: bin('knip'), args: ['--no-progress'], advise: adviceOnDeadCode },
  { name: 'architecture', command: pinnedNode, args: ['tools/architecture/check.mjs'] },
  { name: 'documents', command: pinnedNode, args: ['tools/documents.mjs', ...(fix ? [] : ['--check'])] },
  { name: 'figures', command: pinnedNode, args: ['bench/documents-process.ts', ...(fix ? [] : ['--check'])] },
];

/** The steps with one of the words in their names, or all of them. */
export function findSteps(steps, words) {
  if (words.length === 0) return steps;
  return steps.filter(({ name }) => words.some((word) => name.includes(word.toLowerCase())));
}
