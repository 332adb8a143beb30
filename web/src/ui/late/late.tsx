import { type ComponentType, createElement, type ReactNode } from 'react';
import { Button } from '#ui/button/Button.tsx';
import { lazyCode, useLazyCode } from '#ui/late/late-code.ts';
import { useLayer } from '#ui/layer/layers.ts';
import { ErrorState } from '#ui/states/States.tsx';

/** What to show in place of code that couldn't be loaded, and what its button does. */
export interface Failure {
  title: string;
  text: string;
  retry: () => void;
  pending: boolean;
  /** The connection is the cause. */
  offline: boolean;
}

interface LateOptions<Props> {
  /** "Comments", as in "Comments couldn't be loaded". */
  name: string;
  /** It's small and often needed, so it's preloaded. */
  whenIdle?: boolean;
  /** What's rendered meanwhile will do, so it's loaded after the first screen. */
  afterFirstScreen?: boolean;
  /** What's rendered meanwhile will do until something calls `load`. */
  onDemand?: boolean;
  /** Rendered while it's loading; nothing by default. */
  waiting?: (props: Props) => ReactNode;
  /** Rendered if it couldn't be loaded; by default a message that fills its place. */
  failed?: (failure: Failure, props: Props) => ReactNode;
}

/** Fills the space of something that couldn't be loaded. */
export function LoadFailure({ title, text, retry, pending, offline }: Failure) {
  return (
    <ErrorState title={title} offline={offline} onRetry={retry} pending={pending}>
      {text}
    </ErrorState>
  );
}

/** The same for something that would cover the page, like a dialog: a card at the bottom, which can be closed. */
export function LoadFailureCard({ failure, onClose }: { failure: Failure; onClose: () => void }) {
  useLayer(true, onClose);
  return (
    <div
      role="alert"
      className="above-bars fixed inset-x-3 z-50 mx-auto flex max-w-md animate-rise flex-col gap-3 rounded-card border border-line bg-raised p-4 text-left shadow-float"
    >
      <div className="text-sm">
        <p className="font-semibold">{failure.title}</p>
        <p className="text-muted">{failure.text}</p>
      </div>
      <div className="flex justify-end gap-2">
        <Button tone="quiet" size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button tone="secondary" size="sm" onClick={failure.retry} pending={failure.pending}>
          Try again
        </Button>
      </div>
    </div>
  );
}

/**
 * A component whose code loads when it's first rendered. If that fails, it shows the error in its own place, offers a retry, and
 * recovers on its own; the rest of the page isn't affected.
 */
export function late<Props extends object>(
  fetchComponent: () => Promise<ComponentType<Props>>,
  { name, waiting, failed, ...when }: LateOptions<Props>,
) {
  const code = lazyCode(fetchComponent, when);
  function Late(props: Props): ReactNode {
    const { value, failed: hasFailed, pending, replaced } = useLazyCode(code);
    if (value !== undefined) return createElement(value, props);
    if (!hasFailed) return waiting?.(props);
    const failure: Failure = replaced
      ? {
          title: 'Hubbub has been updated',
          text: 'Reload the page to continue.',
          retry: () => window.location.reload(),
          pending: false,
          offline: false,
        }
      : {
          title: `${name} couldn't be loaded`,
          text: "Check your connection. We'll keep trying.",
          retry: () => void code.load(),
          pending,
          offline: true,
        };
    return failed ? failed(failure, props) : <LoadFailure {...failure} />;
  }
  return Object.assign(Late, { load: code.load });
}

/** The same for something that covers the page and is closed by `onClose`: a dialog, a full-size picture. */
export function lateOverlay<Props extends { onClose: () => void }>(
  fetchComponent: () => Promise<ComponentType<Props>>,
  name: string,
) {
  return late(fetchComponent, {
    name,
    whenIdle: true,
    failed: (failure, { onClose }) => <LoadFailureCard failure={failure} onClose={onClose} />,
  });
}
