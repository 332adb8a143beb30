import { shareCommunityText } from '#features/communities/public.ts';
import { isFollowingText, messagesFromText } from '#features/relations/public.ts';

/** Whether a person knows another one: `receptionOf` from the rules. Both are expressions whose values are ids. */
const knows = (person: string, other: string): string =>
  `(${shareCommunityText(person, other)} or ${isFollowingText(person, other)})`;

/** Whether what another person writes first waits for somebody to accept it: `receptionOf` from the rules is `request`. */
export const isRequestTo = (person: string, other: string): string =>
  `(${messagesFromText(person)} = 'known' and not ${knows(person, other)})`;

/** Whether somebody takes no first message: `receptionOf` from the rules is `closed`. */
export const isClosedTo = (person: string): string => `(${messagesFromText(person)} = 'nobody')`;
