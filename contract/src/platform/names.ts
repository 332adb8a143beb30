import { messages } from './messages.ts';

/** Control characters, line separators, and anything that changes the direction of the surrounding text. */
const disruptive = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Characters that leave no mark on a screen: spaces, joiners, fillers, the blank Braille pattern. */
const invisible = /[\s\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * What's wrong with a name (a person's, community's, channel's or role's), as a sentence; undefined if nothing is. Blank names aren't
 * checked: some may be blank. @param noun what the sentence calls the name
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

/** What's wrong with a person's display name. */
export function personNameFault(name: string): string | undefined {
  return nameFault(name, 'Name') ?? (isReservedName(name) ? messages.nameReserved : undefined);
}

/** Names with which someone could pose as the product, the people who run it, a group of people, or nobody. */
const reserved = new Set(
  `admin admins administrator administrators system sysadmin root superuser official hubbub
   everyone everybody all here channel group online
   support help helpdesk contact info security abuse privacy legal billing
   moderator moderators moderation mod mods staff team owner operator
   postmaster webmaster hostmaster noreply donotreply mailerdaemon notifications notification
   deleteduser deleted deletedaccount unknown unknownuser anonymous nobody null undefined`.split(/\s+/),
);

/** Cyrillic, Greek and Armenian letters, small capitals, and an i without its dot, each before the Latin letter that it looks like, in its case. */
const lookAlike = new Map(
  `АAВBЕEКKМMНHОOРPСCТTХXЅSІIЈJԚQԜWҮY аaвbсcԁdеeһhнhіiјjкkӏlмmоoрpԛqѕsтtуyхxԝw
   ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX αaιiκkνvοoρpτtυuχx ՏSՕOՍU հhոnսuօo ıi
   ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz`
    .match(/\S\S/gu)
    ?.map(([own, latin]) => [own, latin]),
);

/** Whatever isn't a letter or a digit, accents and emoji included, or leaves no mark. */
const besidesLetters = /[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu;

/** Whether a name is reserved, ignoring case, look-alike letters, accents, spaces and signs: for usernames and people's names. */
export function isReservedName(name: string): boolean {
  const shown = name.normalize('NFKD').replace(besidesLetters, '');
  return reserved.has(
    [...shown]
      .map((letter) => lookAlike.get(letter) ?? letter)
      .join('')
      .toLowerCase(),
  );
}
