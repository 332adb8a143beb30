import type { RouteName } from '#platform/paths.ts';

/** What a page says in the `handle` of its route about the frame around it. */
export interface FrameHandle {
  /** The page fills the right column itself. */
  ownAside?: true;
  /** The page fills the whole screen: it brings its own navigation, and what scrolls in it scrolls by itself. */
  full?: true;
}

/** Pages that aren't in the three columns of the others. */
export const frames: Partial<Record<RouteName, FrameHandle>> = {
  post: { ownAside: true },
  communitySettings: { ownAside: true },
  videoConference: { ownAside: true },
  communities: { full: true },
  chat: { full: true },
  aiChat: { full: true },
  meetJoin: { full: true },
};
