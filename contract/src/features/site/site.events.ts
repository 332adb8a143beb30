export interface SiteServerEvents {
  /** How many of a list's people are prepared, to whoever adds it; then all are stored at once, or none. */
  peopleProgress: (progress: { done: number; total: number }) => void;
}
