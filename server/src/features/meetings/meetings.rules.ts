/** At most eight people are in a room: each sends a picture of its own to every other. */
export function mayEnter(peopleThere: number, most: number): boolean {
  return peopleThere < most;
}

/**
 * The address of a room at a meeting service: that of the setting with the parameters of section 7, all of them encoded. Without a
 * name the username stands for it.
 * @param service of the setting; undefined: the built-in room, by a path of this app
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

/** Credentials for a TURN server hold for half a day: longer than a meeting, too short to be worth passing on. In seconds. */
const turnSeconds = 12 * 60 * 60;

/**
 * The user name by which a TURN server knows until when credentials hold ("A REST API For Access To TURN Services",
 * draft-uberti-behave-turn-rest-00): the time in seconds since 1970, and whose they are.
 */
export function turnUsername(now: Date, userId: string): string {
  return `${Math.floor(now.getTime() / 1000) + turnSeconds}:${userId}`;
}
