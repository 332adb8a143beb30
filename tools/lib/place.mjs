import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The product's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The Node that the product runs on, whichever one the person has: it comes with the dependencies, pinned to a version there. */
export const pinnedNode = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

export const hasPinnedNode = () => existsSync(pinnedNode);

/**
 * For the Node that runs the server: with more room for young objects it collects garbage less often, which shortens the slowest
 * responses.
 */
export const serverFlags = ['--max-semi-space-size=32'];
