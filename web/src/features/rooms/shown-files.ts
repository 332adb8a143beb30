import type { FileFacts } from '#features/rooms/file-boxes.rules.ts';

/** A file of a message as it's drawn, whether it's stored or being sent. */
export interface ShownFile extends FileFacts {
  key: string;
  /** Bytes. */
  size: number;
  state: 'processing' | 'ready' | 'failed';
  /** Where to get it from; undefined: it can't be shown yet. A picture's is small. */
  src: string | undefined;
  /** A picture in full size. */
  full: string;
  /** A picture's renderings by type. */
  sources: readonly { type: string; srcSet: string }[];
  /** Seconds. */
  duration?: number | undefined;
  /** A tiny picture as a data URL. */
  placeholder?: string | undefined;
  /** A still of a video. */
  poster?: string | undefined;
  /** Browsers can't play it. */
  unplayable?: boolean | undefined;
  /** The message whose video, the person's own, is still being converted, and how far that was. */
  converting?: { messageId: string; percent: number | null } | undefined;
  /** The URL under which it downloads. */
  download?: string | undefined;
  /** It's on its way. */
  upload?: {
    /** 0 to 100. */
    percent: number;
    /** Not waiting for anything, and not refused. */
    isActive: boolean;
    /** Leaves it out; undefined: it's too late. */
    cancel: (() => void) | undefined;
  };
}
