/** What floats above the page: dialogs, menus, popovers. */
interface Layers {
  count(): number;
  /** Asks all but the lowest `count` to close. */
  closeAbove(count: number): void;
  subscribe(onChange: () => void): () => void;
}

/**
 * Each open layer has an entry of its own in the tab's history, above the page's, so that a phone's Back button closes it. The entries
 * have the page's URL, and say in their state how many layers they stand for; they go when the layers do, before anything else navigates.
 */
let layers: Layers | undefined;
/** How many entries of layers are above the page's. */
let depth = 0;
/** The browser hasn't reported a step yet. */
let isMoving = false;
/** Navigations that wait until the page's own entry is the current one. */
const waiting: (() => void)[] = [];

const currentDepth = (): number => window.history.state?.layers ?? 0;

/** Goes through the tab's history to an entry that exists. Until the browser reports it, nothing else moves. */
export function step(delta: number): void {
  isMoving = true;
  window.history.go(delta);
}

function settle(): void {
  if (isMoving || layers === undefined) return;
  const wanted = waiting.length > 0 ? 0 : layers.count();
  if (wanted < depth) {
    step(wanted - depth);
    return;
  }
  while (depth < wanted) {
    depth += 1;
    window.history.pushState({ ...window.history.state, layers: depth }, '');
  }
  for (const navigate of waiting.splice(0)) navigate();
}

/** Navigates once the page's own entry is the current one. */
export function fromPage(navigate: () => void): void {
  if (depth === 0 && !isMoving) navigate();
  else {
    waiting.push(navigate);
    settle();
  }
}

/**
 * To be called when the browser reports a step. Returns true if the page stays: then only layers have come or gone.
 * @param isSamePage the step led to an entry of the same page
 */
export function arriveAmongLayers(isSamePage: boolean): boolean {
  const before = depth;
  const isOwn = isMoving;
  isMoving = false;
  depth = currentDepth();
  if (isSamePage && !isOwn && depth < before) layers?.closeAbove(depth);
  if (isOwn) settle();
  // Once React has closed what it was asked to close.
  else setTimeout(settle);
  return isSamePage && (isOwn || before > 0 || depth > 0);
}

/** Gives every layer its entry from now on. A reload has closed those that were open before it. Returns the end of it. */
export function connectLayers(connected: Layers): () => void {
  layers = connected;
  depth = currentDepth();
  settle();
  // What closes one layer often opens the next.
  return layers.subscribe(() => queueMicrotask(settle));
}
