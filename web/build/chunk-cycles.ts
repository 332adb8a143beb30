import type { Plugin } from 'vite';

/** A way from the file back to itself along static imports, if there is one. */
function cycleFrom(start: string, importsOf: (file: string) => readonly string[]): string[] | undefined {
  const seen = new Set<string>();
  const find = (file: string, path: readonly string[]): string[] | undefined => {
    if (file === start && path.length > 0) return [...path, file];
    if (seen.has(file)) return undefined;
    seen.add(file);
    for (const next of importsOf(file)) {
      const found = find(next, [...path, file]);
      if (found) return found;
    }
    return undefined;
  };
  return find(start, []);
}

/**
 * Fails the build if files import each other in a circle: one of them then runs before what it needs, and pages end with "… is not a
 * function", which neither types nor unit tests notice.
 */
export function chunkCycles(): Plugin {
  return {
    name: 'chunk-cycles',
    apply: 'build',
    generateBundle(_, bundle) {
      const importsOf = (file: string) => {
        const chunk = bundle[file];
        return chunk?.type === 'chunk' ? chunk.imports : [];
      };
      for (const file of Object.keys(bundle)) {
        const cycle = cycleFrom(file, importsOf);
        if (cycle) {
          this.error(
            `Built files import each other in a circle: ${cycle.join(' → ')}. Move what they share into one chunk in web/build/chunks.ts.`,
          );
        }
      }
    },
  };
}
