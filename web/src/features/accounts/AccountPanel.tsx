import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pathTo } from '#platform/paths.ts';

interface AccountPanelProps {
  title: string;
  /** A sentence on what this step is for. */
  lead?: string | undefined;
  /** 1 to 3, for the registration steps. */
  step?: 1 | 2 | 3 | undefined;
  children: ReactNode;
  /** Links to other screens. */
  footer?: ReactNode;
}

function Steps({ step }: { step: 1 | 2 | 3 }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium text-muted text-sm">Step {step} of 3</p>
      <div aria-hidden="true" className="flex gap-1.5">
        {[1, 2, 3].map((index) => (
          <span key={index} className={`h-1 flex-1 rounded-full ${index <= step ? 'bg-accent' : 'bg-line'}`} />
        ))}
      </div>
    </div>
  );
}

/** The heading, form and links on an account screen. */
export function AccountPanel({ title, lead, step, children, footer }: AccountPanelProps) {
  return (
    <div className="flex animate-appear flex-col gap-6">
      {step !== undefined && <Steps step={step} />}
      <header className="flex flex-col gap-1.5">
        <h1 className="font-bold text-2xl tracking-tight">{title}</h1>
        {lead !== undefined && <p className="text-pretty text-muted">{lead}</p>}
      </header>
      {children}
      {footer !== undefined && <div className="text-center text-muted text-sm">{footer}</div>}
    </div>
  );
}

/** Links on the account screens: 44 px high, in the accent color. */
export const accountLink =
  'inline-flex min-h-11 items-center rounded-sm px-1 font-semibold text-accent-text underline-offset-4 hover:underline';

/** The footer of a screen that people reach from the login. */
export function BackToLogin() {
  return (
    <Link to={pathTo('login')} className={accountLink}>
      Back to login
    </Link>
  );
}
