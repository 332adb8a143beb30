/** Milliseconds to hold a connection: short enough for someone who has just logged in, long enough that idle pages cost little. */
export const holdDurationMs = 5_000;

/** Connections held for one network, and in total. Beyond that, those that have waited longest make room. */
const perNetwork = 300;
const inAll = 3_000;

/** Connections that can't be let in now and are left unanswered for a while, so that their clients reconnect by themselves. */
export interface Waiting {
  /**
   * Holds a connection, then calls `close`.
   * @param network as returned by `networkOf`
   * @returns a function to call when the connection is gone
   */
  hold(network: string, close: () => void): () => void;
  /** Closes what's held for a network: someone there has just logged in. */
  wake(network: string): void;
  /** Closes all that's held. */
  close(): void;
}

interface Held {
  close(): void;
  timer: NodeJS.Timeout;
}

export function createWaiting(bounds = { perNetwork, inAll }): Waiting {
  const networks = new Map<string, Set<Held>>();
  let count = 0;

  const release = (network: string, held: Held) => {
    const others = networks.get(network);
    if (!others?.delete(held)) return;
    count -= 1;
    clearTimeout(held.timer);
    if (others.size === 0) networks.delete(network);
  };

  const end = (network: string, held: Held) => {
    release(network, held);
    held.close();
  };

  /** The network with the most places gives one up, so that a flood from one network costs the others nothing. */
  const makeRoom = () => {
    let fullest: [string, Set<Held>] | undefined;
    for (const entry of networks) if (!fullest || entry[1].size > fullest[1].size) fullest = entry;
    const [longest] = fullest?.[1] ?? [];
    if (fullest && longest) end(fullest[0], longest);
  };

  const wake = (network: string) => {
    for (const held of [...(networks.get(network) ?? [])]) end(network, held);
  };

  return {
    hold(network, close) {
      const [longest] = networks.get(network) ?? [];
      if (longest && (networks.get(network)?.size ?? 0) >= bounds.perNetwork) end(network, longest);
      else if (count >= bounds.inAll) makeRoom();
      const held: Held = { close, timer: setTimeout(() => end(network, held), holdDurationMs).unref() };
      const others = networks.get(network) ?? new Set();
      networks.set(network, others.add(held));
      count += 1;
      return () => release(network, held);
    },
    wake,
    close() {
      for (const network of [...networks.keys()]) wake(network);
    },
  };
}
