import type { Tx } from '#platform/database/database.ts';

/** Names and payloads of what happened; each feature adds its own by module augmentation. */
export interface EventMap {}

type Handler<N extends keyof EventMap> = (tx: Tx, payload: EventMap[N]) => Promise<void>;

/**
 * How features that come later in the order learn of what earlier ones did. Handlers run one after the other inside the
 * emitter's transaction: they and it are stored together, or not at all.
 */
export interface Events {
  on<N extends keyof EventMap>(name: N, handler: Handler<N>): void;
  emit<N extends keyof EventMap>(tx: Tx, name: N, payload: EventMap[N]): Promise<void>;
}

export function createEvents(): Events {
  const handlers = new Map<keyof EventMap, ((tx: Tx, payload: never) => Promise<void>)[]>();
  return {
    on(name, handler) {
      const list = handlers.get(name) ?? [];
      list.push(handler);
      handlers.set(name, list);
    },
    async emit(tx, name, payload) {
      for (const handler of handlers.get(name) ?? []) await handler(tx, payload as never);
    },
  };
}
