import { limits } from '@hubbub/contract/platform/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { Copy, Printer } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { typedLink } from '#features/site/class-list.rules.ts';
import { siteOptions } from '#features/site/site.data.ts';
import { peopleText } from '#features/site/site.rules.ts';
import { longDate } from '#platform/time.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { Progress } from '#ui/progress/Progress.tsx';
import { QrCode } from '#ui/qr-code/QrCode.tsx';
import { copyText } from '#ui/toast/copy-text.ts';

/** Somebody's log-in link, to be cut out and handed over. */
export interface Slip {
  username: string;
  name: string | null;
  login_url: string;
}

/** A link to type. Where it doesn't fit into a line, its code is in the next one, whole. */
function TypedLink({ url }: { url: string }) {
  const typed = typedLink(url);
  const end = typed.lastIndexOf('/', typed.lastIndexOf('/') - 1);
  return (
    <>
      {typed.slice(0, end)}
      <wbr />
      <span className="whitespace-nowrap">{typed.slice(end)}</span>
    </>
  );
}

/** How many slips are drawn at once. */
const step = 20;

/** How many of a long list are drawn by now: drawing thousands of QR codes at once would freeze the page. */
function useGrowing(total: number): number {
  const [count, setCount] = useState(Math.min(step, total));
  useEffect(() => {
    if (count >= total) return;
    const next = setTimeout(() => setCount(Math.min(count + step, total)));
    return () => clearTimeout(next);
  }, [count, total]);
  return Math.min(count, total);
}

interface PrintSlipProps extends Slip {
  site: string;
  until: string;
}

const PrintSlip = memo(function PrintSlip({ username, name, login_url, site, until }: PrintSlipProps) {
  return (
    <div className="print-slip">
      <QrCode text={login_url} label={`QR code for ${username}`} />
      <div>
        <strong>{name ?? username}</strong>
        <span>
          {site} · {new URL(login_url).host}
        </span>
        <span>Username: {username}</span>
        <span>Scan the code, or type this address:</span>
        <code>
          <TypedLink url={login_url} />
        </code>
        <span>Then choose a password. It works once, until {until}. Keep it to yourself.</span>
      </div>
    </div>
  );
});

/** What's printed instead of the page: slips to cut out, about ten on a sheet. */
function PrintSheet({ slips }: { slips: readonly Slip[] }) {
  const { data: site } = useQuery(siteOptions);
  const [end] = useState(() => new Date(Date.now() + limits.loginLink.days * 24 * 60 * 60 * 1000));
  const until = longDate(end.toISOString());
  return createPortal(
    <div className="print-sheet" aria-hidden="true">
      {slips.map((slip) => (
        <PrintSlip key={slip.username} {...slip} site={site?.name ?? ''} until={until} />
      ))}
    </div>,
    document.body,
  );
}

const ScreenSlip = memo(function ScreenSlip({ username, name, login_url }: Slip) {
  return (
    <Card className="flex items-center gap-3 p-3">
      <QrCode text={login_url} label={`QR code for ${username}`} className="size-24 shrink-0" />
      <div className="min-w-0 leading-snug">
        <p dir="auto" className="break-words text-left font-semibold">
          {name ?? username}
        </p>
        <p className="break-words text-muted text-sm">@{username}</p>
        <p className="select-all pt-1 font-mono text-sm [overflow-wrap:anywhere]">
          <TypedLink url={login_url} />
        </p>
      </div>
    </Card>
  );
});

/** Everybody's link after a class was added. They can't be shown again, because the server keeps no copy. */
export function LoginSlips({
  slips,
  heading = `${peopleText(slips.length)} added`,
  onDone,
}: {
  slips: readonly Slip[];
  heading?: string;
  onDone: () => void;
}) {
  async function leave(): Promise<void> {
    const details = "The links can't be shown again. If someone loses theirs, reset their password.";
    if (await confirm('Have you printed or copied the links?', { details })) onDone();
  }
  const headingRef = useRef<HTMLHeadingElement>(null);
  // The long form that was here had been scrolled to its end, and its button had the focus.
  useEffect(() => headingRef.current?.focus(), []);
  const count = useGrowing(slips.length);
  const drawn = slips.slice(0, count);
  const isReady = count === slips.length;
  const all = slips.map(({ username, login_url }) => `${username}\t${login_url}`).join('\n');
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 ref={headingRef} tabIndex={-1} className="scroll-mt-24 font-bold text-lg outline-none">
          {heading}
        </h2>
        <p className="text-pretty text-muted text-sm">
          Print the slips and hand them out, or send everybody their link. They aren't shown again.
        </p>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button icon={<Printer size={18} aria-hidden="true" />} onClick={() => window.print()} disabled={!isReady}>
          Print
        </Button>
        <Button tone="secondary" icon={<Copy size={18} aria-hidden="true" />} onClick={() => void copyText(all)}>
          Copy all
        </Button>
      </div>
      {!isReady && <Progress label="Preparing the slips" percent={(count / slips.length) * 100} />}
      <ul aria-label="Log-in links" className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {drawn.map((slip) => (
          <li key={slip.username}>
            <ScreenSlip {...slip} />
          </li>
        ))}
      </ul>
      <Button tone="quiet" wide onClick={() => void leave()}>
        Done
      </Button>
      <PrintSheet slips={drawn} />
    </div>
  );
}

/** The link after somebody's password was reset. */
export function LinkDialog({ username, url, onClose }: { username: string; url: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Link for ${username}`}
      size="sm"
      footer={
        <Button wide icon={<Copy size={18} aria-hidden="true" />} onClick={() => void copyText(url)}>
          Copy link
        </Button>
      }
    >
      <div className="flex flex-col items-center gap-4">
        <QrCode text={url} label={`QR code for ${username}`} className="w-full max-w-64" />
        <p className="select-all break-all text-center text-sm">{url}</p>
        <p className="text-pretty text-center text-muted text-sm">
          It works once, within {limits.loginLink.days} days, and isn't shown again.
        </p>
      </div>
    </Dialog>
  );
}
