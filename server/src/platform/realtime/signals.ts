import type { SignalNotice } from '#platform/cluster/bus.ts';

/** Signals with their payloads; features add theirs by module augmentation. */
export interface Signals {}
export type SignalName = keyof Signals & string;

/** Sends a signal to every process, including this one. A process that can't be reached misses it. */
export interface SignalBus {
  emit<N extends SignalName>(name: N, said: Signals[N]): void;
  /** Registers the handler of a signal; once for each name. */
  on<N extends SignalName>(name: N, act: (said: Signals[N]) => void): void;
}

/** @param publish sends to the other processes; undefined: there are none */
export function createSignals(publish: ((notice: SignalNotice) => void) | undefined): SignalBus & {
  follow(notice: SignalNotice): void;
} {
  const acts = new Map<string, (said: never) => void>();
  return {
    emit(name, said) {
      acts.get(name)?.(said as never);
      publish?.(['signal', name, JSON.stringify(said)]);
    },
    on: (name, act) => void acts.set(name, act),
    follow: ([, name, json]) => acts.get(name)?.(JSON.parse(json) as never),
  };
}
