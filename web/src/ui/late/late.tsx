import { type ComponentType, createElement, type ReactNode } from 'react';
import { Button } from '#ui/button/Button.tsx';
import { lateCode, useLateCode } from '#ui/late/late-code.ts';
import { ErrorState } from '#ui/states/States.tsx';

/** What to say in the place of code that could not be loaded, and what the button below it does. */
interface Failure {
  title: string;
  text: string;
  retry: () => void;
  pending: boolean;
  /** The cause is the connection. */
  offline: boolean;
}

interface LateOptions<Props> {
  /** "Comments", as in "Comments couldn't be loaded". */
  name: string;
  /** It's small and often needed: it's loaded before somebody asks for it. */
  whenIdle?: boolean;
  /** What is drawn while it's on its way; nothing if left out. */
  waiting?: (props: Props) => ReactNode;
  /** What is drawn when it could not be loaded; a message that fills the place if left out. */
  failed?: (failure: Failure, props: Props) => ReactNode;
}

/** Fills the place of what could not be loaded. */
function FailedPlace({ title, text, retry, pending, offline }: Failure) {
  return (
    <ErrorState title={title} offline={offline} onRetry={retry} pending={pending}>
      {text}
    </ErrorState>
  );
}

/** The same for what would lie over the page, like a dialog: a card at the bottom, which can be closed. */
export function FailedCard({ failure, onClose }: { failure: Failure; onClose: () => void }) {
  return (
    <div
      role="alert"
      className="fixed inset-x-3 bottom-20 z-50 mx-auto flex max-w-md animate-rise flex-col gap-3 rounded-card border border-line bg-raised p-4 text-left shadow-float md:bottom-6"
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
 * A component whose code comes when it's first drawn. Where that fails it says so in its own place, offers a retry, and recovers by itself; the rest of
 * the page stays as it is.
 */
export function late<Props extends object>(
  fetchComponent: () => Promise<ComponentType<Props>>,
  { name, whenIdle = false, waiting, failed }: LateOptions<Props>,
) {
  const code = lateCode(fetchComponent, { whenIdle });
  function Late(props: Props): ReactNode {
    const { value, failed: hasFailed, pending, replaced } = useLateCode(code);
    if (value !== undefined) return createElement(value, props);
    if (!hasFailed) return waiting?.(props);
    const failure: Failure = replaced
      ? {
          title: 'Hubbub has been updated',
          text: 'Load the page again to go on.',
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
    return failed ? failed(failure, props) : <FailedPlace {...failure} />;
  }
  return Object.assign(Late, { load: code.load });
}

/** The same for what lies over the page and is closed by `onClose`: a dialog, a picture in full size. */
export function lateOverlay<Props extends { onClose: () => void }>(
  fetchComponent: () => Promise<ComponentType<Props>>,
  name: string,
) {
  return late(fetchComponent, {
    name,
    whenIdle: true,
    failed: (failure, { onClose }) => <FailedCard failure={failure} onClose={onClose} />,
  });
}
