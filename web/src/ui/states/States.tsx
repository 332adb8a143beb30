import { CloudOff, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/button/Button.tsx';

interface StateProps {
  icon?: LucideIcon | undefined;
  title: string;
  /** A sentence; what to do next. */
  children?: ReactNode;
  /** A button or a link. */
  action?: ReactNode;
}

function State({ icon: Icon, title, children, action }: StateProps) {
  return (
    <div className="flex animate-appear flex-col items-center gap-2 px-6 py-12 text-center [overflow-wrap:anywhere]">
      {Icon !== undefined && (
        <span className="mb-2 inline-flex size-14 items-center justify-center rounded-full bg-raised text-muted">
          <Icon size={26} aria-hidden="true" />
        </span>
      )}
      <p className="font-brand font-semibold text-lg">{title}</p>
      {children !== undefined && <div className="max-w-sm text-pretty text-muted text-sm">{children}</div>}
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  );
}

/** Nothing here yet: a sentence and the next action. */
export function EmptyState(props: StateProps) {
  return <State {...props} />;
}

interface ErrorStateProps {
  title: string;
  children?: ReactNode;
  onRetry?: (() => void) | undefined;
  /** A retry is in progress. */
  pending?: boolean | undefined;
  /** The connection is the cause. */
  offline?: boolean | undefined;
}

/** The same as a few lines of text, for a list in a column or a form. */
export function InlineErrorState({ title, children, onRetry, pending = false }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 text-muted text-sm">
      <p>
        {title}. {children}
      </p>
      {onRetry !== undefined && (
        <Button tone="secondary" size="sm" onClick={onRetry} pending={pending}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Something couldn't be loaded: what happened, and a retry button. Announced. */
export function ErrorState({ title, children, onRetry, pending = false, offline = false }: ErrorStateProps) {
  return (
    <div role="alert">
      <State
        icon={offline ? CloudOff : TriangleAlert}
        title={title}
        action={
          onRetry === undefined ? undefined : (
            <Button tone="secondary" onClick={onRetry} pending={pending}>
              Try again
            </Button>
          )
        }
      >
        {children}
      </State>
    </div>
  );
}
