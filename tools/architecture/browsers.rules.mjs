const SHIPPED = ['web/src/', 'web/worker/', 'contract/src/'];

/** Calls that the oldest browsers we support don't have, nor any browser without https. Types can't tell: those of the DOM are of one age. */
export function browserFaults({ path, calls }, { notEverywhere, testSuffixes }) {
  const isTest = testSuffixes.some((suffix) => path.includes(`.${suffix}.`));
  if (isTest || !SHIPPED.some((folder) => path.startsWith(folder))) return [];
  return calls.flatMap(({ name, of, line }) => {
    const call = `${of}.${name}`;
    const instead = notEverywhere[call];
    if (instead === undefined) return [];
    return [{ file: path, line, rule: 'browsers-have-it', sentence: `Not every browser has ${call}: use ${instead}.` }];
  });
}
