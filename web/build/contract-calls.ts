import { type Plugin, runnerImport } from 'vite';

const suffix = '?calls';

interface Call {
  method: string;
  path: string;
  session: string;
  takesUploads?: true;
}

/**
 * To make a call, a `*.data.ts` needs only an endpoint's method, path and session, and whether it takes uploads. The schemas, and with them the whole schema library,
 * would make up a seventh of the feed's JavaScript. So a build gives these files the endpoints without schemas; forms, which validate,
 * import them from files with other names and get everything. In development nothing is stripped, and the api-client checks every
 * answer.
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
        .filter((entry): entry is [string, Call] => isEndpoint(entry[1]))
        .map(
          ([name, { method, path, session, takesUploads }]) =>
            `export const ${name} = ${JSON.stringify({ method, path, session, takesUploads })};`,
        )
        .join('\n');
    },
  };
}

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'session' in value;
}
