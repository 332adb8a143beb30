import type { Tx } from '#platform/database/database.ts';

/** Event names and payloads; each feature adds its own by module augmentation. */
export interface EventMap {}

type Handler<N extends keyof EventMap> = (tx: Tx, payload: EventMap[N]) => Promise<void>;

/**
 * How features later in the order react to earlier ones. Handlers run one after another inside the emitter's transaction: either everything
 * is stored, or nothing is.
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
