import { ChevronRight, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { Card } from '#ui/card/Card.tsx';
import { cx } from '#ui/cx.ts';
import { Spinner } from '#ui/spinner/Spinner.tsx';

const itemClasses =
  'flex min-h-14 w-full items-center gap-4 px-5 py-2 text-left transition-colors hover:bg-raised disabled:opacity-60';

/** A card of rows that each lead somewhere or do something. */
export function LinkList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Card className="overflow-hidden">
      <ul aria-label={label} className="divide-y divide-line">
        {children}
      </ul>
    </Card>
  );
}

interface LinkItemProps {
  to: string;
  icon: LucideIcon;
  label: string;
  /** What's there, in one line. */
  hint?: string | undefined;
  /** Only where there's no side navigation: below 1024 px. */
  narrowOnly?: boolean;
}

/**
 * A row of a list that leads to a page. Only the label is the link, which gives it its name, but a click anywhere in the row follows it.
 */
export function LinkItem({ to, icon: Icon, label, hint, narrowOnly = false }: LinkItemProps) {
  const id = useId();
  return (
    <li className={cx('relative', itemClasses, narrowOnly && 'lg:hidden')}>
      <Icon size={20} aria-hidden="true" className="shrink-0" />
      <div className="min-w-0 flex-1">
        <Link
          to={to}
          aria-describedby={hint === undefined ? undefined : id}
          className="font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent-text focus-visible:after:-outline-offset-2"
        >
          {label}
        </Link>
        {hint !== undefined && (
          <p id={id} className="text-muted text-sm">
            {hint}
          </p>
        )}
      </div>
      <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-muted" />
    </li>
  );
}

interface ActionItemProps {
  icon: LucideIcon;
  label: string;
  onClick: () => void;
  pending: boolean;
  danger?: boolean;
}

/** A row of a list that does something. */
export function ActionItem({ icon: Icon, label, onClick, pending, danger = false }: ActionItemProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onClick}
        disabled={pending}
        className={cx(itemClasses, 'font-medium focus-visible:-outline-offset-2', danger && 'text-danger-text')}
      >
        {pending ? <Spinner /> : <Icon size={20} aria-hidden="true" className="shrink-0" />}
        <span className="flex-1">{label}</span>
      </button>
    </li>
  );
}
