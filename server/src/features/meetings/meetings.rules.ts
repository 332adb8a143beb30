/** A room holds at most eight people, because each sends a separate video to every other. */
export function mayEnter(count: number, max: number): boolean {
  return count < max;
}

/**
 * The page that makes room in a full meeting for somebody who isn't there yet: the last one of whoever is there on the most pages, or nobody
 * could get in beside somebody who opens eight. Undefined: everybody is there once, or the newcomer is there already.
 * @param people in the order of joining
 */
export function pageToYield<Page extends { user_id: string }>(
  people: readonly Page[],
  newcomerId: string,
): Page | undefined {
  const pagesOf = Map.groupBy(people, ({ user_id }) => user_id);
  if (pagesOf.has(newcomerId)) return undefined;
  const [most] = [...pagesOf.values()].sort((one, other) => other.length - one.length);
  return most && most.length > 1 ? most.at(-1) : undefined;
}

/**
 * Who may mute others in a meeting: the person who started it, as long as they're there, or else the one who has been there longest.
 * @param people in the order of joining
 * @param starterId the person who started the call, if it's one
 */
export function hostOf<Person extends { user_id: string }>(
  people: readonly Person[],
  starterId: string | undefined,
): Person | undefined {
  return people.find(({ user_id }) => user_id === starterId) ?? people[0];
}

/**
 * A room's address at a meeting service: the setting's, with the parameters of a meeting, all of them encoded. The username is in
 * for a missing name.
 * @param service from the setting; undefined: the built-in room, as a path of this app
 */
export function roomAddress(
  service: string | undefined,
  room: string,
  person: { name: string; avatar: string },
): string {
  const url = new URL(service ?? 'http://built-in.invalid/meet/join');
  const parameters = {
    room,
    roomPassword: '0',
    name: person.name,
    avatar: person.avatar,
    audio: '1',
    video: '1',
    screen: '0',
    hide: '0',
    notify: '1',
    duration: 'unlimited',
  };
  for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
  return service === undefined ? url.pathname + url.search : url.href;
}

/** Credentials for a TURN server are valid for half a day, in seconds: longer than a meeting, too short to be worth sharing. */
const turnSeconds = 12 * 60 * 60;

/**
 * The user name that says how long a TURN server's credentials are valid ("A REST API For Access To TURN Services",
 * draft-uberti-behave-turn-rest-00): the time in seconds since 1970, and the person they're for.
 */
export function turnUsername(now: Date, userId: string): string {
  return `${Math.floor(now.getTime() / 1000) + turnSeconds}:${userId}`;
}
