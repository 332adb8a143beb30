/** Counts the events of each socket that haven't been answered. */
export interface InFlight {
  /** @returns whether the socket may have one more; it's counted then */
  begin(id: string): boolean;
  end(id: string): void;
  forget(id: string): void;
}

/** @param max events of one socket that may be unanswered at the same time */
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
