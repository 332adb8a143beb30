import { placeOf } from './graph.mjs';

const KIND = /\/features\/(\w+)\/([a-z-]+)\.kind\.ts$/;

/**
 * Lists, unions and switches of kinds: a server file that names two kinds of the same thing, in literals of its own or within SQL. Kinds are
 * the `<name>.kind.ts` whose object says `name: '<name>'`; tests may name as many as they like.
 */
export function kindFaults(sources, { testSuffixes }) {
  const server = sources.filter(({ path }) => {
    const { workspace, isTest } = placeOf(path, testSuffixes);
    return workspace === 'server' && !isTest;
  });
  const kinds = new Map();
  for (const { path, texts } of server) {
    const [, feature, name] = KIND.exec(path) ?? [];
    if (name === undefined || !texts.some(({ text }) => text === name)) continue;
    kinds.set(feature, [...(kinds.get(feature) ?? []), name]);
  }
  return [...kinds].flatMap(([feature, names]) =>
    server.filter(({ path }) => !KIND.test(path)).flatMap((source) => listsIn(source, feature, names)),
  );
}

/** The fault of a file that names two of these kinds. */
function listsIn({ path, texts }, feature, names) {
  const named = new Map();
  for (const { text, line } of texts)
    for (const name of names) if (text === name || text.includes(`'${name}'`)) named.set(name, line);
  if (named.size < 2) return [];
  const sentence = `It names several kinds of ${feature} (${[...named.keys()].join(', ')}): ask the kind instead, by a property of its own in its .kind.ts.`;
  return [{ file: path, line: Math.min(...named.values()), rule: 'kinds-are-registered', sentence }];
}
