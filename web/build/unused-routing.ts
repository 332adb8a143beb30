import type { Plugin } from 'vite';

const library = /\/react-router\/dist\/.*\.m?js$/;

/**
 * Leaves out what the app doesn't use of the router, like its forms and its links, which load data ahead. The build would keep them,
 * because the library names its components in statements of their own (`Form.displayName = …`) and makes them with calls.
 */
export function unusedRouting(): Plugin {
  let named = 0;
  return {
    name: 'unused-routing',
    apply: 'build',
    transform(code, id) {
      if (!library.test(id)) return null;
      return code
        .replace(/^\w+\.displayName = .*$/gm, () => {
          named += 1;
          return '';
        })
        .replace(/(?<== )React\$1\.(forwardRef|memo|createContext)\(/g, '/* @__PURE__ */ $&');
    },
    generateBundle() {
      if (named === 0)
        this.error('The router has changed how it names its components: look at web/build/unused-routing.ts.');
    },
  };
}
