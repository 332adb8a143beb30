import { type Plugin, runnerImport } from 'vite';

const suffix = '?calls';

/**
 * What a `*.data.ts` needs of the contract's endpoints to make a call is method, path and session. Their schemas, and with them the whole schema
 * library, would be a seventh of the feed's JavaScript. In a build, such an import gets the endpoints without schemas; forms, which validate, import
 * them from files of another name and get everything. In development nothing is left out, and the api-client checks each answer.
 */
export function contractCalls(): Plugin {
  return {
    name: 'contract-calls',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (
        importer === undefined ||
        !importer.endsWith('.data.ts') ||
        !/^@hubbub\/contract\/features\/.+\.endpoints\.ts$/.test(source)
      )
        return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved === null ? null : `${resolved.id}${suffix}`;
    },
    async load(id) {
      if (!id.endsWith(suffix)) return null;
      const { module } = await runnerImport<Record<string, unknown>>(id.slice(0, -suffix.length), {
        configFile: false,
      });
      return Object.entries(module)
        .filter((entry): entry is [string, { method: string; path: string; session: string }] => isEndpoint(entry[1]))
        .map(
          ([name, { method, path, session }]) => `export const ${name} = ${JSON.stringify({ method, path, session })};`,
        )
        .join('\n');
    },
  };
}

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'session' in value;
}
