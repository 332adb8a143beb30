import { Card } from '#ui/card/Card.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';

function PostSkeleton({ withMedia }: { withMedia: boolean }) {
  return (
    <Card className="flex flex-col gap-3 px-4 pt-4 pb-1.5">
      <div className="flex h-12 items-center gap-3">
        <Skeleton className="size-[46px] rounded-full" />
        <div className="flex flex-col gap-2">
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-3 w-24" />
        </div>
      </div>
      <div className="flex flex-col gap-2 py-1">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-3/5" />
      </div>
      {withMedia && <Skeleton className="aspect-[4/3] w-full rounded-control" />}
      <div className="flex h-11 items-center gap-6">
        <Skeleton className="h-5 w-12" />
        <Skeleton className="h-5 w-12" />
        <Skeleton className="h-5 w-12" />
        <Skeleton className="ml-auto h-5 w-6" />
      </div>
    </Card>
  );
}

interface PostSkeletonsProps {
  /** Read by screen readers, and shown above the shapes if `showLabel` is set. */
  label: string;
  count: number;
  showLabel?: boolean;
}

/** Shown in place of loading posts, in the same layout. */
export function PostSkeletons({ label, count, showLabel = false }: PostSkeletonsProps) {
  return (
    <Loading label={label} className="flex flex-col gap-3">
      {showLabel && (
        <p aria-hidden="true" className="text-muted text-sm">
          {label}
        </p>
      )}
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
        <PostSkeleton key={index} withMedia={index % 2 === 0} />
      ))}
    </Loading>
  );
}
