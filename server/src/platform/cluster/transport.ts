/** How one Hubbub's processes reach each other. */
export interface Transport {
  /** Creates Socket.IO's adapter, which carries whatever is passed to `Server.serverSideEmit` to all the others. */
  // biome-ignore lint/suspicious/noExplicitAny: so the adapters declare it
  adapter: (namespace: any) => any;
  /** Whether anything can be sent right now. */
  isOpen(): boolean;
  /**
   * When something last made it all the way, including what this process sent to itself (`performance.now()`, milliseconds). Infinity
   * if nothing can get lost on the way.
   */
  lastMessageAt(): number;
  /** Whether the transport answers, as of the latest check. This is known sooner than `lastMessageAt` can show. */
  isAnswering(): boolean;
  /** Calls back when `isOpen` or `lastMessageAt` may have changed. */
  onChange(listener: () => void): void;
}
