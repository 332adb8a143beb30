/**
 * Every number that server and web agree on. Sources: specification, sections 5 and 9; wire contract, "Bounds".
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
  post: { text: 1000, files: 10 },
  comment: { text: 500 },
  message: { text: 4000, history: 100 },
  community: { handle: { min: 3, max: 30 }, name: { max: 50 } },
  channel: { name: { max: 50 }, perCommunity: 200 },
  role: { name: { max: 50 }, perCommunity: 100 },
  page: {
    max: 50,
    posts: 5,
    users: 10,
    communities: 10,
    comments: 100,
    grid: 30,
    /** Entries of the grid for clients that don't ask for pages. */
    wholeGrid: 300,
    joined: 200,
    members: 100,
    conversations: 100,
  },
  query: { max: 100 },
  /** `text`: of one message, asked or answered; `conversation`: of all that is sent along; `messages`: how many those may be. */
  assistant: { text: 16_000, conversation: 32_000, messages: 60 },
  meeting: { people: 8, room: 64, code: 7, text: 1000, messages: 200 },
  image: { width: 1920, height: 1080 },
  avatar: { size: 500 },
} as const;

/** Default upload limits in bytes; each is a setting of the server. */
export const uploadLimits = {
  image: 20 * 1024 * 1024,
  media: 100 * 1024 * 1024,
  profilePicture: 5 * 1024 * 1024,
  messageImage: 5 * 1024 * 1024,
} as const;

/** The path of the picture of whoever has none, below the media base. */
export const defaultProfilePath = '/profiles/default.png';

/** Pixels of the short side of the small version of a profile picture: sharp up to 64 px on the screens of phones. */
export const smallProfileSide = 192;

/**
 * The path of the small version of a profile picture, a WebP of a few kilobytes that is there with the picture itself:
 * `/<id>.jpg` → `/<id>-small.webp`. The default picture is small already. A server that does not make small versions answers
 * 404, and the picture itself is to be shown.
 */
export const smallProfilePath = (path: string): string =>
  path === defaultProfilePath ? path : path.replace(/\.\w+$/, '-small.webp');

/** Length in Unicode code points. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
