import { useState } from 'react';
import { takeOver, useNewVersion } from '#platform/worker.ts';
import { Button } from '#ui/button/Button.tsx';

/** Offers a new version of the app. Nothing happens until the person wants it; what they're typing is kept as a draft. */
export function NewVersion() {
  const isReady = useNewVersion();
  const [isLater, setIsLater] = useState(false);
  return (
    <div role="status" className="above-bars pointer-events-none fixed inset-x-0 z-30 flex justify-center px-4">
      {isReady && !isLater && (
        <p className="pointer-events-auto flex animate-rise items-center gap-3 rounded-control border border-line bg-raised py-2 pr-2 pl-4 text-sm shadow-float">
          A new version is ready.
          <Button size="sm" onClick={takeOver}>
            Reload
          </Button>
          <Button size="sm" tone="quiet" onClick={() => setIsLater(true)}>
            Later
          </Button>
        </p>
      )}
    </div>
  );
}
