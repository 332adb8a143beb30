/** No one has a conversation with themselves: `mayTalkTo` from the rules, as a condition on two expressions whose values are ids. */
export const mayTalk = (callerId: string, otherId: string): string => `${callerId} <> ${otherId}`;

/**
 * A condition for the search for people: whether `person` has a conversation in `caller`'s list; both are expressions whose value is an
 * id.
 */
export const inListWith = (person: string, caller: string): string =>
  `exists (select from conversation_sides side
    where side.user_id = ${caller} and side.other_id = ${person} and side.active_at is not null)`;

/** Whether either of two people has written to the other: a condition on two expressions whose values are ids. */
export const haveTalked = (one: string, other: string): string =>
  `exists (select from conversations talk where talk.low_id = least(${one}, ${other})
    and talk.high_id = greatest(${one}, ${other}) and talk.last_id > 0)`;

/** Whether what another person wrote still waits for a person to accept it: a condition on two expressions whose values are ids. */
export const hasRequestFrom = (person: string, other: string): string =>
  `exists (select from conversations asked where asked.low_id = least(${person}, ${other})
    and asked.high_id = greatest(${person}, ${other})
    and case when asked.low_id = ${person} then asked.low_request else asked.high_request end)`;
