import { readFileSync } from 'node:fs';
import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import type { ReportReason } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import type { NotificationSettings } from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import type { SiteRole } from '@hubbub/contract/platform/shapes.ts';

/** The demo world's people and everything they do, as the files in the folder `world` have it, and what each of their fields means. */

export interface Person {
  username: string;
  /** Null: a person who never set one. */
  name: string | null;
  bio: string;
  /** Whether there's a picture for this username; otherwise the default picture stays. */
  hasPicture: boolean;
}

export interface DemoPost {
  /** The author's username. */
  by: string;
  text: string;
  /**
   * Attachments, separated by spaces: pictures (`sea-1`, a file in the pictures folder) and recordings (`video:train`, `sound:kalimba`,
   * files in the media folder). Messages also have voice messages and documents (`voice:descant`, `document:running-order.pdf`).
   */
  media?: string;
  /** Comments that belong to this post only, oldest first: `username: text`. */
  said?: readonly string[];
  /** What each attachment shows. */
  alts?: readonly string[];
  /** The post that it quotes, which comes long before it. */
  quotes?: Quoted;
  /** Its author adds the last sentence after a second look. */
  edited?: boolean;
  /** A poll's choices; it ends after two weeks. */
  poll?: readonly string[];
  /** 0 hardly noticed to 3 seen by everyone; 1 by default. */
  reach?: 0 | 1 | 2 | 3;
}

/** Posts about one topic, and comments that fit any of them. */
export interface Topic {
  replies: readonly string[];
  posts: readonly DemoPost[];
}

/** A post or comment, recognized by its author and how it begins. */
export interface Quoted {
  by: string;
  start: string;
}

/** A message: its author, its text, and optionally attachments, as posts have them. */
export type Line = readonly [by: string, text: string, media?: string];

/** A line without attachments may be written as `username: text`. */
export function lineOf(said: string | Line): Line {
  if (typeof said !== 'string') return said;
  const colon = said.indexOf(': ');
  return [said.slice(0, colon), said.slice(colon + 2)];
}

/** A conversation between two people. */
export interface Talk {
  between: readonly [string, string];
  lines: readonly Line[];
  /** Who hasn't read the other's last messages yet. */
  unreadBy?: string;
  /** Who calls afterwards and gets no answer. */
  missedCallBy?: string;
}

/** A group and what's said in it. */
export interface DemoGroup {
  /** Who made it. */
  by: string;
  members: readonly string[];
  /** What the creator wrote to each of the others before: new accounts can't add strangers. */
  invite: string;
  /** If left out, it's named after its members. */
  name?: string;
  /** A file in the pictures folder. */
  picture?: string;
  lines: readonly Line[];
  /** A person who's added later: by whom (who first writes the `invite` to them), and before which line. They say nothing until then. */
  joins?: { username: string; by: string; before: number };
  /** Who hasn't read the others' last messages yet. */
  unreadBy?: string;
}

/** A channel with everything that's said there. */
export interface DemoChannel {
  name: string;
  topic?: string;
  /** The category it's listed under. */
  category?: string;
  /** It's a voice channel. */
  isVoice?: boolean;
  /** Seconds between two messages of one person, once everything is said. */
  slowMode?: number;
  /** Role names. */
  roles: readonly string[];
  /** In order. */
  said: readonly (string | Line)[];
  /** The index of a line that the community's creator pins. */
  pinned?: number;
  /** Indexes of lines that somebody saves. */
  saved?: { by: string; lines: readonly number[] };
  /** What's said in threads, by the index of the line they're about. */
  threads?: readonly { about: number; said: readonly (string | Line)[] }[];
}

/** A community with everything that happens in it. The creator holds the role admin, everyone the role user. */
export interface DemoCommunity {
  handle: string;
  name: string;
  /** A file in the pictures folder; if left out, the default picture stays. */
  picture?: string;
  description: string;
  /** Only members know of it. */
  isPrivate?: boolean;
  by: string;
  members: readonly string[];
  roles?: readonly { name: string; permissions: readonly Permission[]; holders: readonly string[] }[];
  /** In the order of the list. */
  channels: readonly DemoChannel[];
  /** Its members may post, unless there are none. */
  posts?: readonly DemoPost[];
}

interface Report {
  by: string;
  reason: ReportReason;
  text?: string;
}

export interface DemoReport {
  about: { post: Quoted; comment?: Quoted } | { username: string };
  reporters: readonly Report[];
}

interface Trouble {
  /** What the two people post who keep the team busy. */
  posts: readonly DemoPost[];
  /** A comment below somebody else's post. */
  rudeComment: { by: string; text: string; post: Quoted };
  /** Reports that wait for somebody to decide. */
  openReports: readonly DemoReport[];
  /** A post that's reported and, if there's a team, removed; its author appeals. */
  threat: {
    about: { post: Quoted };
    reporters: readonly Report[];
    removal: { by: string; rule: number; text: string; appeal: string };
  };
  /** An advertiser whom a community bans, and who appeals. */
  ban: {
    community: string;
    channel: string;
    username: string;
    message: string;
    reporter: Report;
    by: string;
    days: number;
    text: string;
    appeal: string;
  };
}

interface Preferences {
  /** What people choose to be notified of, and to show others. Everyone else keeps the site's defaults. */
  settings: readonly ({ by: string } & Pick<NotificationSettings, 'mail'> &
    Partial<Omit<NotificationSettings, 'types'>>)[];
  muted: readonly { by: string; username: string }[];
  /** A scheduled post, and in how many days it's published. */
  scheduled: { by: string; text: string; days: number };
  /** Who saves posts, and which, in order. */
  reader: string;
  saved: readonly Quoted[];
}

interface DemoSite {
  /** Who runs it, its owner first. */
  team: readonly [{ username: string; role: 'owner' }, ...{ username: string; role: SiteRole }[]];
  /** What it says about itself. */
  settings: { description: string; rules: readonly string[]; contact: string };
  /** The post on top of every feed. */
  announced: Quoted;
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`world/${name}.json`, import.meta.url), 'utf8'));
}

/** Troublemakers don't vote or comment like the others. */
const inhabitants = read<Record<'people' | 'troublemakers', readonly Person[]>>('people');
/** Newcomers are advised to try the first one. */
export const { people } = inhabitants;
export const everyone: readonly Person[] = [...people, ...inhabitants.troublemakers];

// The last one's posts are short, mostly a picture and a line.
const topicNames =
  'garden sky kitchen pets making bikes repairs town choir school football library trips moments'.split(' ');
export const topics = topicNames.map((name) => read<Topic>(`topics/${name}`));
/** The last ones posted: what a newcomer sees first. They're answered like moments. */
export const newest: Topic = { replies: topics.at(-1)?.replies ?? [], posts: read('newest') };

/** Public and then private ones. */
export const communities = [
  'allotments',
  'night_market_choir',
  'bike_kitchen',
  'repair_cafe',
  'library_evenings',
  'elm_street_9',
  'fifty_for_lea',
].map((handle) => read<DemoCommunity>(`communities/${handle}`));

/** What people say to each other in private, oldest conversation first. */
export const talks = read<readonly Talk[]>('talks');
/** What more than two people talk about, the group with the oldest messages first. */
export const groups = read<readonly DemoGroup[]>('groups');
export const { posts: troublePosts, rudeComment, openReports, threat, ban } = read<Trouble>('trouble');
export const { settings, muted, scheduled, reader, saved } = read<Preferences>('preferences');
export const { team, settings: siteSettings, announced } = read<DemoSite>('site');
