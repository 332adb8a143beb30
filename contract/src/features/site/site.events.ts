export interface SiteServerEvents {
  /** How many of a list's people are written, to whoever adds it. They're there once all are. */
  peopleProgress: (progress: { done: number; total: number }) => void;
}
