/** Counts each socket's unanswered events. */
export interface InFlight {
  /** @returns whether the socket may have one more, which is then counted */
  begin(id: string): boolean;
  end(id: string): void;
  forget(id: string): void;
}

/** @param max how many unanswered events a socket may have at the same time */
export function createInFlight(max: number): InFlight {
  const counts = new Map<string, number>();
  return {
    begin(id) {
      const count = counts.get(id) ?? 0;
      if (count >= max) return false;
      counts.set(id, count + 1);
      return true;
    },
    end(id) {
      const left = (counts.get(id) ?? 1) - 1;
      if (left > 0) counts.set(id, left);
      else counts.delete(id);
    },
    forget: (id) => void counts.delete(id),
  };
}
