import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';

/** Stands in for a list of people. */
export function PeopleSkeleton() {
  return (
    <Loading label="Loading people" className="flex flex-col">
      {['w-28', 'w-36', 'w-24'].map((width) => (
        <div key={width} className="flex min-h-16 items-center gap-3 px-4 py-2">
          <Skeleton className="size-10 rounded-full" />
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
    </Loading>
  );
}
