import { placeOf } from './graph.mjs';

/**
 * The web's `*.data.ts` export query options and mutations, which say what's pending and what went wrong in one way. Functions that must be
 * called elsewhere are listed in `dataFunctions`.
 */
export function dataFaults(sources, { dataFunctions, testSuffixes }) {
  const found = sources
    .filter(({ path }) => placeOf(path, testSuffixes).workspace === 'web' && path.endsWith('.data.ts'))
    .flatMap(({ path, declarations }) =>
      declarations.filter(({ isExportedAsync }) => isExportedAsync).map((each) => ({ ...each, path })),
    );
  const keyOf = ({ path, name }) => `${path}#${name}`;
  const unlisted = found.filter((each) => !Object.hasOwn(dataFunctions, keyOf(each)));
  const faults = unlisted.map(({ path, name, line }) => ({
    file: path,
    line,
    rule: 'data-is-queries-and-mutations',
    sentence: `${name} is a bare async function: export query options, or a mutation by useChange. If it's called outside of a component's events, add it to dataFunctions in architecture.config.js, with the reason.`,
  }));
  const known = new Set(found.map(keyOf));
  for (const key of Object.keys(dataFunctions))
    if (!known.has(key))
      faults.push({
        file: 'architecture.config.js',
        line: 1,
        rule: 'data-is-queries-and-mutations',
        sentence: `dataFunctions lists "${key}", but it exports no such async function: take it off the list.`,
      });
  return faults;
}
