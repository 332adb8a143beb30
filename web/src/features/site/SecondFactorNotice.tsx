import type { Site } from '@hubbub/contract/features/site/site.shapes.ts';
import { ShieldAlert } from 'lucide-react';
import { Link } from 'react-router';
import { pathTo } from '#platform/paths.ts';
import { exactTime } from '#platform/time.ts';
import { Button } from '#ui/button/Button.tsx';

type Notice = NonNullable<Site['second_factor_notice']>;

/** Tells somebody of the team that they need a second factor, or that their rights are paused, and what to do. */
export function SecondFactorNotice({ due_at: dueAt, paused }: Notice) {
  return (
    <section
      aria-labelledby="second-factor-notice"
      className="mb-5 flex flex-col gap-3 rounded-card border border-danger bg-danger-soft p-5 sm:flex-row sm:items-center"
    >
      <ShieldAlert size={26} aria-hidden="true" className="shrink-0 text-danger-text" />
      <div className="flex flex-1 flex-col gap-1">
        <h2 id="second-factor-notice" className="font-semibold">
          {paused ? 'Your team rights are paused' : 'Set up a second factor'}
        </h2>
        <p className="text-pretty text-sm">
          {paused
            ? "Your role needs a second factor. Add a passkey or turn on one-time codes, and you can go on right away. You don't need to log in again."
            : `Your role needs one. Add a passkey or turn on one-time codes by ${exactTime(dueAt)}; after that, your team rights pause until you do.`}
        </p>
      </div>
      <Button asChild>
        <Link to={pathTo('security')}>Open security settings</Link>
      </Button>
    </section>
  );
}
