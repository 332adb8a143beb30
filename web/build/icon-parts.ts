import type { Plugin } from 'vite';

const icon = /\/lucide-react\/dist\/esm\/icons\//;
/** What tells an icon's parts apart if they change, which they never do, and a statement without effect. */
const unneeded = /(?:, | )key: "\w+"|^__iconData\.node;$/gm;

/** Leaves out the keys of the parts of icons: they're random, so that they don't compress, and take a fifth of what the icons weigh. */
export function iconParts(): Plugin {
  let found = 0;
  return {
    name: 'icon-parts',
    apply: 'build',
    transform(code, id) {
      if (!icon.test(id)) return null;
      return code.replace(unneeded, () => {
        found += 1;
        return '';
      });
    },
    generateBundle() {
      if (found === 0) this.error('The icons have changed their form: look at web/build/icon-parts.ts.');
    },
  };
}
