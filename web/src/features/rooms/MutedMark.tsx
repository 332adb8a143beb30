import { BellOff } from 'lucide-react';

/** Says that a conversation or channel is muted. */
export function MutedMark() {
  return (
    <>
      <BellOff size={14} aria-hidden="true" className="shrink-0 text-muted" />
      <span className="sr-only">(muted)</span>
    </>
  );
}
