import { build, type Rolldown } from 'vite';

/** Bundles one file with Vite, in memory. */
async function built(entry: string, options: Rolldown.InputOptions & { output?: Rolldown.OutputOptions } = {}) {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'baseline-widely-available',
      rolldownOptions: { input: entry, ...options },
      modulePreload: false,
    },
  });
  const [first] = Array.isArray(result) ? result : [result];
  return first !== undefined && 'output' in first ? first.output : [];
}

/** The program as one classic script. Nothing a module doesn't use may end up in it, React above all. */
export async function bundle(entry: string): Promise<string> {
  const options = {
    treeshake: { moduleSideEffects: false },
    output: { format: 'iife', codeSplitting: false },
  } as const;
  const chunk = (await built(entry, options)).find((file) => file.type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error(`${entry} gave no script`);
  return chunk.code.trim();
}

/** A style sheet and everything it imports, minified. */
export async function bundleStyles(entry: string): Promise<string> {
  const sheet = (await built(entry)).find((file) => file.fileName.endsWith('.css'));
  if (sheet?.type !== 'asset') throw new Error(`${entry} gave no style sheet`);
  return String(sheet.source).trim();
}
