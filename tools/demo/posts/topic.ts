/** A post in the demo world. */
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
  quotes?: { by: string; start: string };
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
