import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

/** The address in index.html. */
const address = '/early.js';

/** The program as one classic script: nothing of a module that it does not use, React above all, may come with it. */
async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'baseline-widely-available',
      rolldownOptions: {
        input: entry,
        treeshake: { moduleSideEffects: false },
        output: { format: 'iife', codeSplitting: false },
      },
      modulePreload: false,
    },
  });
  const [first] = Array.isArray(result) ? result : [result];
  if (first === undefined || !('output' in first)) throw new Error(`${entry} gave no script`);
  return first.output[0].code;
}

/**
 * Builds what runs before the first paint: a classic script, because a module would wait for the page to be read, and a file of its own, because the
 * content-security policy allows no inline script. index.html names it `/early.js`; a build gives it a name with a hash.
 * @param entry its source, below the web app's root
 */
export function earlyScript(entry: string): Plugin {
  let file = '';
  let fileName = '';
  return {
    name: 'early-script',
    configResolved({ root }) {
      file = join(root, entry);
    },
    configureServer(server) {
      server.middlewares.use(address, (_request, response, next) => {
        bundle(file).then(
          (code) => response.setHeader('content-type', 'text/javascript').end(code),
          (error: unknown) => next(error),
        );
      });
    },
    async generateBundle() {
      const code = await bundle(file);
      const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
      fileName = `assets/early-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source: code });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => (fileName === '' ? html : html.replace(`"${address}"`, `"/${fileName}"`)),
    },
  };
}
