import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { Spinner } from '#ui/spinner/Spinner.tsx';

interface MediaPickerProps {
  /** Some media has been chosen: the area becomes a button for adding more. */
  compact: boolean;
  disabled: boolean;
  processing: { done: number; total: number } | undefined;
  onPick: (files: readonly File[]) => void;
}

/** The area 'Click here to Upload Media', then '+ Add More Media' once any is chosen. */
export function MediaPicker({ compact, disabled, processing, onPick }: MediaPickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const open = () => input.current?.click();
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*,video/*,audio/*,.heic,.heif"
        multiple
        tabIndex={-1}
        aria-label="Media"
        className="sr-only"
        disabled={disabled}
        onChange={(event) => {
          onPick([...(event.currentTarget.files ?? [])]);
          // Lets the same file be chosen again after it was removed.
          event.currentTarget.value = '';
        }}
      />
      {compact ? (
        <button
          type="button"
          onClick={open}
          disabled={disabled}
          className="inline-flex min-h-11 items-center self-start rounded-control px-3 font-semibold text-accent-text hover:bg-raised disabled:opacity-50"
        >
          + Add More Media
        </button>
      ) : (
        <button
          type="button"
          onClick={open}
          disabled={disabled}
          className="flex min-h-64 w-full flex-col items-center justify-center gap-2 rounded-control border-2 border-line-strong border-dashed bg-raised px-4 text-center transition-colors hover:border-accent-text disabled:cursor-not-allowed md:min-h-80"
        >
          <ImagePlus size={32} aria-hidden="true" className="text-accent-text" />
          <span className="font-semibold">Click here to Upload Media</span>
          <span className="text-muted text-sm">Or drop or paste it here. Up to 10 pictures, videos and sounds.</span>
        </button>
      )}
      <div role="status">
        {processing !== undefined && (
          <p className="flex items-center gap-2 text-muted text-sm">
            <Spinner size={18} />
            Processing media...
            {processing.total > 1 && (
              <span className="tabular">{`${Math.round((processing.done / processing.total) * 100)}%`}</span>
            )}
          </p>
        )}
      </div>
    </>
  );
}
