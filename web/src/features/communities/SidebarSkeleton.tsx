import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';

/** A skeleton of a community's name and channels. */
export function SidebarSkeleton() {
  return (
    <Loading label="Loading community" className="flex flex-col">
      <div className="flex min-h-16 flex-col justify-center gap-2 border-line border-b px-4">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-3 w-20" />
      </div>
      <div className="flex flex-col gap-6 px-5 pt-6">
        <Skeleton className="h-3.5 w-24" />
        <Skeleton className="h-3.5 w-32" />
        <Skeleton className="h-3.5 w-20" />
      </div>
    </Loading>
  );
}
