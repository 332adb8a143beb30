import { Download, FileWarning } from 'lucide-react';
import { cx } from '#ui/cx.ts';

interface UnplayableVideoProps {
  /** A still's URL, shown behind the words. */
  poster: string | undefined;
  /** The URL to download it from; undefined: it isn't there yet. */
  href: string | undefined;
  /** What the file is called when it's saved. */
  name: string;
  /** The reader shared it. */
  own: boolean;
  /** There may be an arrow on each side. */
  between?: boolean;
}

/** In place of a player that would show no picture: says why, and has a link to download the video. It fills its frame. */
export function UnplayableVideo({ poster, href, name, own, between = false }: UnplayableVideoProps) {
  return (
    <div className="absolute inset-0 overflow-hidden bg-black text-white">
      {poster !== undefined && <img src={poster} alt="" className="absolute inset-0 size-full object-contain" />}
      <div className="absolute inset-0 bg-black/75 [container-type:size]">
        <div
          className={cx(
            'flex h-full flex-col items-center justify-center gap-2 text-center',
            between ? 'px-14' : 'px-4',
          )}
        >
          <FileWarning size={26} aria-hidden="true" className="shrink-0 [@container_(max-height:11rem)]:hidden" />
          <p role={own ? 'status' : undefined} className="max-w-80 text-pretty text-sm">
            {own
              ? "Most browsers can't play this video. Others can download it. To have it play here, share it as an MP4 (H.264)."
              : "This video can't be played here. Download it to watch it."}
          </p>
          {href !== undefined && (
            <a
              href={href}
              download={name}
              className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-control bg-black/60 px-4 font-semibold text-sm ring-1 ring-white/40 transition-colors hover:bg-black/80"
            >
              <Download size={18} aria-hidden="true" />
              Download
            </a>
          )}
        </div>
      </div>
    </div>
  );
}
