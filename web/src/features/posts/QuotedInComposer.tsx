import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { postOptions } from '#features/posts/posts.data.ts';
import QuoteCard from '#features/posts/QuoteCard.tsx';
import { NotFound } from '#platform/errors.ts';
import { FormError } from '#ui/form/FormError.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { Skeleton } from '#ui/skeleton/Skeleton.tsx';

interface QuotedInComposerProps {
  postId: string;
  disabled: boolean;
  onRemove: () => void;
}

/** The post that a new one quotes. */
export default function QuotedInComposer({ postId, disabled, onRemove }: QuotedInComposerProps) {
  const { data, error } = useQuery(postOptions(postId));
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        {data === undefined && error === null && <Skeleton className="h-24 w-full rounded-control" />}
        {data !== undefined && <QuoteCard quote={data} />}
        {data === undefined && error !== null && (
          <FormError
            text={
              error instanceof NotFound
                ? "The post you quote isn't available anymore. Remove it to share yours."
                : "We couldn't load the post you quote. It's still part of yours."
            }
          />
        )}
      </div>
      <IconButton label="Don't quote this post" disabled={disabled} onClick={onRemove}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
