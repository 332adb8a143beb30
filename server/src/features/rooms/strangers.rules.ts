/**
 * Two people are strangers until one has written to the other, unless they're members of the same private community. A public one doesn't
 * count, because anybody can join it.
 */
export const areStrangers = (pair: { haveWritten: boolean; sharePrivateCommunity: boolean }): boolean =>
  !pair.haveWritten && !pair.sharePrivateCommunity;

/** A new account can write to a limited number of strangers. */
export const mayWriteToAnother = (writtenTo: number, max: number): boolean => writtenTo < max;
