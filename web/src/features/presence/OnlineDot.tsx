import type { ReactNode } from 'react';
import { useOnline } from '#features/presence/presence.ts';

interface OnlineDotProps {
  username: string;
  /** Whether they were online when the list was loaded; null: they don't share that. */
  online: boolean | null;
  /** Their picture. */
  children: ReactNode;
}

/** A person's picture with a dot if they're online. */
export function OnlineDot({ username, online, children }: OnlineDotProps) {
  const isOnline = useOnline(username, online);
  return (
    <span className="relative block shrink-0">
      {children}
      {isOnline && (
        <span className="absolute right-0 bottom-0 size-3 rounded-full bg-ok-text ring-2 ring-bg" title="Online">
          <span className="sr-only">Online</span>
        </span>
      )}
    </span>
  );
}
