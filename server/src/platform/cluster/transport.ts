/** How the processes of one Hubbub reach each other. */
export interface Transport {
  /** Makes Socket.IO's adapter, which carries what `Server.serverSideEmit` is given to all others. */
  // biome-ignore lint/suspicious/noExplicitAny: so the adapters declare it
  adapter: (namespace: any) => any;
  /** Whether something can be sent now. */
  isOpen(): boolean;
  /**
   * When something last came the whole way, what this process sent to itself included (`performance.now()`, milliseconds).
   * Infinity where nothing can be lost on the way.
   */
  heardAt(): number;
  /** Calls back when `isOpen` or `heardAt` may have changed. */
  onChange(listener: () => void): void;
}
