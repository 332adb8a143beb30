/** At most `points` within `seconds`, counted from the first. */
export interface Window {
  points: number;
  seconds: number;
}

/**
 * Limits by name, each with its windows. Per address they're generous, because a school or a company shares one; per account they're
 * tight, because one person rarely logs in twice a minute. Based on Mastodon's throttles (its rack_attack.rb).
 */
export type LimitTable = Record<string, readonly Window[]>;

/** A table's names, for a feature's addition to `LimitMap`. */
export type NamesOf<Table extends LimitTable> = { [Name in keyof Table]: true };

export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;
