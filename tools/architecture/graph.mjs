import { posix } from 'node:path';

/**
 * Where a file is.
 * @typedef {object} Place
 * @property {'contract'|'server'|'web'} workspace
 * @property {'app'|'features'|'operations'|'platform'|'ui'|'test'|'tooling'} layer `app` is the composition root and the files next to it
 * @property {string} [feature]
 * @property {string} inner the path under `src`
 * @property {boolean} isTest
 */

const SOURCE_LAYERS = new Set(['app', 'features', 'operations', 'platform', 'ui']);

/** The place of a file in one of the three workspaces. */
export function placeOf(path, testSuffixes) {
  const [workspace, ...rest] = path.split('/');
  const isTest = testSuffixes.some((suffix) => new RegExp(`\\.${suffix}\\.[a-z]+$`).test(path)) || rest[0] === 'test';
  if (rest[0] !== 'src') return { workspace, layer: isTest ? 'test' : 'tooling', inner: rest.join('/'), isTest };
  const inner = rest.slice(1).join('/');
  const layer = rest.length > 2 && SOURCE_LAYERS.has(rest[1]) ? rest[1] : 'app';
  return { workspace, layer, ...(layer === 'features' && { feature: rest[2] }), inner, isTest };
}

/** Whether a place under `src` is one of `places`: a folder, or a suffix with a star. */
export function isAt(inner, places) {
  return places.some((place) =>
    place.startsWith('*') ? inner.endsWith(place.slice(1)) : inner === place || inner.startsWith(`${place}/`),
  );
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Joins places for a sentence: `a, b, and c`. */
export const formatList = (places) => list.format(places);

/** The package name in a specifier: `@scope/name` or `name`. */
export function packageOf(specifier) {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
}

/**
 * The file a specifier points to, or undefined for a package or a file that isn't code. `#layer/…` is the workspace's own `src`,
 * `@hubbub/<workspace>/…` another's.
 */
export function resolve(from, specifier, files) {
  const workspace = from.split('/')[0];
  let target;
  if (specifier.startsWith('.')) target = posix.join(posix.dirname(from), specifier);
  else if (specifier.startsWith('#')) target = `${workspace}/src/${specifier.slice(1)}`;
  else if (specifier.startsWith('@hubbub/')) {
    const [, name, ...rest] = specifier.split('/');
    target = `${name}/src/${rest.join('/')}`;
  } else return undefined;
  const clean = target.replace(/\?.*$/, '');
  return [clean, `${clean}.ts`, `${clean}.tsx`, `${clean}/index.ts`].find((candidate) => files.has(candidate));
}

/**
 * Groups of files that import each other in a cycle (Tarjan's strongly connected components; the recursion is as deep as the longest
 * import chain). Each group is returned as one closed walk, smallest path first.
 * @param {Map<string, string[]>} edges every file with the files it imports
 */
export function circles(edges) {
  const order = new Map();
  const low = new Map();
  const stack = [];
  const walks = [];
  const enter = (node) => {
    order.set(node, order.size);
    low.set(node, order.get(node));
    stack.push(node);
    const targets = edges.get(node) ?? [];
    for (const target of targets) {
      if (!order.has(target)) enter(target);
      if (stack.includes(target)) low.set(node, Math.min(low.get(node), low.get(target)));
    }
    if (low.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.lastIndexOf(node));
    if (group.length > 1 || targets.includes(node)) walks.push(closedWalk(group, edges));
  };
  for (const node of [...edges.keys()].sort()) if (!order.has(node)) enter(node);
  return walks;
}

/** A shortest path from a group's first file back to itself, breadth first. */
function closedWalk(group, edges) {
  const members = new Set(group);
  const [start] = [...group].sort();
  const cameFrom = new Map();
  const queue = [start];
  for (const node of queue) {
    for (const target of edges.get(node) ?? []) {
      if (target === start) {
        const walk = [start];
        for (let at = node; at !== start; at = cameFrom.get(at)) walk.unshift(at);
        return [start, ...walk];
      }
      if (members.has(target) && !cameFrom.has(target)) {
        cameFrom.set(target, node);
        queue.push(target);
      }
    }
  }
  return [start];
}
