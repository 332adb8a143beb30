/**
 * Every number that server and web agree on.
 * Lengths count Unicode code points.
 */
export const limits = {
  username: { min: 3, max: 30 },
  name: { max: 50 },
  bio: { max: 150 },
  email: { max: 254 },
  password: { min: 8, max: 72 },
  otp: { length: 6, tries: 5, minutes: 15 },
  activation: { days: 3 },
  registration: { hours: 24 },
  resetToken: { hours: 1 },
  loginLink: { days: 14 },
  /** The link in a mail about a new device. */
  disown: { days: 7 },
  /** `name`: its length; `perPerson`: how many one may have; `minutes`: how long a challenge is valid. */
  passkey: { name: 50, perPerson: 20, minutes: 5 },
  /** Hours for which the link that completes a change of address works, and days for the one that undoes it. */
  emailChange: { hours: 24, undoDays: 7 },
  /** `days` between two changes of a username, and for which the previous one still leads to the person. */
  rename: { days: 30, keptDays: 90 },
  joinReason: { max: 500 },
  invite: { code: { max: 64 }, uses: { max: 1000, usual: 10 }, days: { max: 365, usual: 7 }, perPerson: 100 },
  /** A solved challenge, encoded. */
  proof: { max: 4000 },
  /** People a team adds at once. */
  peopleAtOnce: 2000,
  post: { text: 1000, files: 10, alt: 500 },
  /** Communities on a person's card. */
  cardCommunities: 10,
  topPosts: 50,
  scheduled: { perPerson: 50, days: 365 },
  poll: { choices: { min: 2, max: 6 }, text: 100, days: 365 },
  /** How many new posts are counted for a person who's reading a feed. */
  newerPosts: 100,
  /** Posts that a socket can be joined to at once. */
  joinedPosts: 30,
  comment: { text: 500 },
  message: { text: 4000, history: 100, pins: 100, around: 50, reply: 140, threadFaces: 5, files: 10, fileName: 150 },
  /** `members` including the owner; `perPerson`: how many groups a person can be in. */
  group: { name: { max: 50 }, members: { min: 3, max: 32 }, perPerson: 500 },
  /** How many different emoji one post, comment or message can have. */
  reaction: { kinds: 20, users: 100 },
  community: { handle: { min: 3, max: 30 }, name: { max: 50 }, description: { max: 500 } },
  channel: { name: { max: 50 }, topic: { max: 250 }, category: { max: 50 }, slowMode: 21_600, perCommunity: 200 },
  /** What a new account may do: links it may post, and strangers it may write to. */
  newcomer: { links: 5, strangers: 10 },
  /** People one may block, and people one may mute. */
  relations: 5000,
  /** People one may follow. */
  follows: 5000,
  role: { name: { max: 50 }, perCommunity: 100 },
  ban: { days: 3650, text: 500 },
  site: {
    name: { max: 50 },
    description: { max: 2000 },
    rules: { max: 20, text: 500 },
    contact: { max: 200 },
    languages: { max: 20 },
    domains: { max: 100 },
    pages: { max: 50_000 },
  },
  page: {
    max: 50,
    /** Lists with `before`. */
    list: 30,
    listMax: 100,
    posts: 5,
    communityPosts: 30,
    users: 10,
    communities: 10,
    comments: 100,
    /** Comments for clients that don't ask for pages. */
    allComments: 1_000,
    grid: 30,
    /** Grid entries for clients that don't ask for pages. */
    wholeGrid: 300,
    joined: 200,
    members: 100,
    bans: 30,
    conversations: 100,
    relations: 100,
  },
  query: { max: 100 },
  /**
   * `text`: one message, asked or answered; `conversation`: all messages of a request together; `messages`: how many of
   * them.
   */
  assistant: { text: 16_000, conversation: 32_000, messages: 60 },
  meeting: { people: 8, room: 64, code: 7, text: 1000, messages: 200, ringSeconds: 40 },
  moderation: { text: 500, days: 3650 },
  image: { width: 1920, height: 1080 },
  avatar: { size: 500 },
} as const;

/** Default upload limits in bytes; each is a setting of the server. */
export const uploadLimits = {
  image: 20 * 1024 * 1024,
  media: 100 * 1024 * 1024,
  profilePicture: 5 * 1024 * 1024,
  messageImage: 5 * 1024 * 1024,
  attachment: 25 * 1024 * 1024,
} as const;

/** The default picture's path, below the media base. */
export const defaultProfilePath = '/profiles/default.png';

/** Pixels on the short side of a profile picture's small version: sharp up to 64 px on phone screens. */
export const smallProfileSide = 192;

/**
 * The path of a profile picture's small version, a WebP of a few kilobytes that exists as soon as the picture does: `/<id>.jpg` →
 * `/<id>-small.webp`. The default picture is already small. A server that doesn't make small versions answers 404; show the picture
 * itself then.
 */
export const smallProfilePath = (path: string): string =>
  path === defaultProfilePath ? path : path.replace(/\.\w+$/, '-small.webp');

/** Length in Unicode code points. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
