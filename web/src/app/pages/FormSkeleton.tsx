import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';

/** An account screen whose form depends on something that's loading. @param title the page's, which is its heading meanwhile */
export function FormSkeleton({ title, label }: { title: string; label: string }) {
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <Loading label={label} className="flex flex-col gap-5">
        <Skeleton className="h-8 w-56" />
        <Skeleton className="h-12 w-full rounded-control" />
        <Skeleton className="h-12 w-full rounded-control" />
      </Loading>
    </>
  );
}
