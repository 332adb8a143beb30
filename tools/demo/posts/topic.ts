/** One post of the demo world. */
export interface DemoPost {
  /** Username of the author. */
  by: string;
  text: string;
  /**
   * What is attached, separated by spaces: pictures (`sea-1`, a file of the pictures folder) and recordings (`video:train`,
   * `sound:kalimba`, files of the media folder).
   */
  media?: string;
  /** Comments that belong to just this post, oldest first: `username: text`. */
  said?: readonly string[];
  /** 0 hardly noticed to 3 everybody saw it; 1 if left out. */
  reach?: 0 | 1 | 2 | 3;
}

/** Posts about one thing, and comments that fit any of them. */
export interface Topic {
  replies: readonly string[];
  posts: readonly DemoPost[];
}
