import { Progress } from '#ui/progress/Progress.tsx';

/** Shows the author how far a video's conversion is. It fills its frame. */
export function ConvertingVideo({ poster, percent }: { poster: string | undefined; percent: number }) {
  return (
    <div className="absolute inset-0 overflow-hidden bg-black">
      {poster !== undefined && <img src={poster} alt="" className="absolute inset-0 size-full object-contain" />}
      <div className="absolute inset-x-0 bottom-0 bg-surface px-4 py-3">
        <Progress label="Converting, so that it plays everywhere" percent={percent} />
      </div>
    </div>
  );
}
