import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLoadFailure } from '#platform/load-failure.ts';
import { Card } from '#ui/card/Card.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { InlineErrorState } from '#ui/states/States.tsx';

interface ArchiveCardProps<Data> {
  title: string;
  text: string;
  query: UseQueryResult<Data>;
  /** What's loading, as in "your import". */
  noun: string;
  children: (data: Data) => ReactNode;
}

/** The frame of an export or an import: what it does, and how far it is. */
export function ArchiveCard<Data>({ title, text, query, noun, children }: ArchiveCardProps<Data>) {
  const failure = useLoadFailure(query, noun);
  return (
    <Card className="flex flex-col gap-3 p-5 sm:p-6">
      <h2 className="font-semibold text-lg">{title}</h2>
      <p className="text-muted text-sm">{text}</p>
      {failure !== null && <InlineErrorState {...failure}>{failure.text}</InlineErrorState>}
      {query.data === undefined && failure === null && (
        <Loading label={`Loading ${noun}`}>
          <Skeleton className="h-11 w-full rounded-control" />
        </Loading>
      )}
      {query.data !== undefined && children(query.data)}
    </Card>
  );
}
