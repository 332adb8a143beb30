import { Share, SquarePlus, X } from 'lucide-react';
import { useEffect } from 'react';
import { closeInstallHint, type InstallHint as Hint, install, noteInstallHint } from '#app/install-hint.ts';
import { useSiteName } from '#features/site/public.ts';
import { Button } from '#ui/button/Button.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

/** How it's done on an iPhone: the bar with Share below the page, and the row in the sheet that it opens. */
function Picture() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-2 rounded-control bg-surface p-3">
      <div className="flex items-center justify-between rounded-control border border-line bg-raised px-3 py-2 text-sm">
        Add to Home Screen
        <SquarePlus size={18} className="text-accent-text" />
      </div>
      <div className="flex items-center justify-around rounded-full border border-line bg-raised px-4 py-2 text-muted">
        <span className="h-2 w-8 rounded-full bg-line" />
        <span className="rounded-full bg-accent p-1.5 text-accent-ink">
          <Share size={18} />
        </span>
        <span className="h-2 w-8 rounded-full bg-line" />
      </div>
    </div>
  );
}

/** Offers to install the app, except where a text field is at the bottom. */
export default function InstallHint({ hint }: { hint: Hint }) {
  const siteName = useSiteName();
  useEffect(noteInstallHint, []);
  return (
    <section
      aria-label={`Install ${siteName}`}
      className="above-bars fixed inset-x-0 z-30 mx-auto flex w-[calc(100%-2rem)] max-w-sm animate-rise flex-col gap-3 rounded-card border border-line bg-raised p-4 shadow-float [body:has(main[data-full])_&]:hidden"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">Install {siteName}</h2>
          <p className="text-muted text-sm">
            {hint === 'button'
              ? 'It opens from your home screen, tells you what is new, and keeps what you read for when you are offline.'
              : 'Tap Share in your browser, then Add to Home Screen. Then it can tell you what is new, and keeps what you read for when you are offline.'}
          </p>
        </div>
        <IconButton label="Close" onClick={closeInstallHint}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      {hint === 'steps' && <Picture />}
      <div className="flex justify-end gap-2">
        <Button size="sm" tone="quiet" onClick={closeInstallHint}>
          {hint === 'steps' ? 'Got it' : 'Not now'}
        </Button>
        {hint === 'button' && (
          <Button size="sm" onClick={() => void install()}>
            Install
          </Button>
        )}
      </div>
    </section>
  );
}
