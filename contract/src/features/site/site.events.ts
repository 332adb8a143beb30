export interface SiteServerEvents {
  /**
   * How many people of a list have been processed so far, sent to the person adding it. The accounts appear once all
   * are done.
   */
  peopleProgress: (progress: { done: number; total: number }) => void;
}
