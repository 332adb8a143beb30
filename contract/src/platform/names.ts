import { messages } from './messages.ts';

/** Controls, line separators, and what changes the direction of the text around it. */
const disruptive = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** What leaves no mark on a screen: spaces, joiners, fillers, the blank pattern of Braille. */
const invisible = /[\s\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * What is wrong with a name of whatever has one (a person, a community, a channel, a role), as a sentence; undefined if nothing is.
 * Blank names are not looked at: some may be blank. @param noun what the sentence calls the name
 */
export function nameFault(name: string, noun: string): string | undefined {
  const trimmed = name.trim();
  if (disruptive.test(trimmed)) {
    return `${noun} contains hidden control characters. Type it again instead of pasting it`;
  }
  if (trimmed !== '' && trimmed.replace(invisible, '') === '') {
    return `${noun} must have at least one visible character`;
  }
  return undefined;
}

/** What is wrong with the display name of a person. */
export function personNameFault(name: string): string | undefined {
  return nameFault(name, 'Name') ?? (isReservedName(name) ? messages.nameReserved : undefined);
}

/** Names by which somebody would pass for the product, the people who run it, a group of people, or nobody. */
const reserved = new Set(
  `admin admins administrator administrators system sysadmin root superuser official hubbub
   everyone everybody all here channel group online
   support help helpdesk contact info security abuse privacy legal billing
   moderator moderators moderation mod mods staff team owner operator
   postmaster webmaster hostmaster noreply donotreply mailerdaemon notifications notification
   deleteduser deleted deletedaccount unknown unknownuser anonymous nobody null undefined`.split(/\s+/),
);

/** Whether nobody may take a name, ignoring case, look-alike forms of letters, spaces and punctuation: for usernames and names of people. */
export function isReservedName(name: string): boolean {
  return reserved.has(name.normalize('NFKC').toLowerCase().replace(invisible, '').replace(/[_.-]/g, ''));
}
