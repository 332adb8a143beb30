import { Menu, UsersRound } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { BottomBar } from '#app/shell/MobileBars.tsx';
import { useMediaQuery } from '#platform/media-query.ts';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { useLayer } from '#ui/layer/layers.ts';
import { useEdgeSwipe } from '#ui/touch/use-edge-swipe.ts';

/** What covers the content on a small screen. */
export type Panel = 'channels' | 'members';

interface WorkspaceProps {
  /** Receives the members toggle when it belongs in the rail. */
  rail: (members: { shown: boolean; onToggle: () => void } | undefined) => ReactNode;
  /** The channel list, or its replacement. */
  sidebar: ReactNode;
  /** Undefined: there's none; null: it's still loading. */
  title: ReactNode;
  /** The title has the way back. */
  leadsBack: boolean;
  /** Undefined if there are none to show. */
  members: ReactNode | undefined;
  /** The panel a small screen shows, and how to change it. */
  panel: Panel | null;
  onPanel: (panel: Panel | null) => void;
  /** Where a swipe from the left edge leads from the content on a small screen. */
  onBack: () => void;
  /** The content has a text field at the bottom, which a bottom bar would push up. */
  writing: boolean;
  children: ReactNode;
}

/** An Esc meant for the workspace, not for a dialog or menu above it, whose key events bubble through here too. */
function isEscape(event: KeyboardEvent): boolean {
  const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
  return event.key === 'Escape' && inside && !event.defaultPrevented;
}

interface PhoneHeaderProps {
  title: ReactNode;
  leadsBack: boolean;
  open: Panel | null;
  hasMembers: boolean;
  onToggle: (panel: Panel) => void;
}

function PhoneHeader({ title, leadsBack, open, hasMembers, onToggle }: PhoneHeaderProps) {
  return (
    <div className="flex min-h-14 shrink-0 items-center gap-1 border-line border-b px-1.5">
      {!leadsBack && (
        <IconButton label="Channels" aria-expanded={open === 'channels'} onClick={() => onToggle('channels')}>
          <Menu size={22} aria-hidden="true" className={cx(open === 'channels' && 'text-accent-text')} />
        </IconButton>
      )}
      <div className="flex min-w-0 flex-1 items-center">
        {title ?? <p className="truncate font-brand font-semibold text-lg">Communities</p>}
      </div>
      {hasMembers && (
        <IconButton label="Members" aria-expanded={open === 'members'} onClick={() => onToggle('members')}>
          <UsersRound size={22} aria-hidden="true" className={cx(open === 'members' && 'text-accent-text')} />
        </IconButton>
      )}
    </div>
  );
}

type OpenPanelProps = Pick<WorkspaceProps, 'rail' | 'sidebar' | 'members'> & { open: Panel | null };

/** What covers the conversation on a small screen. */
function OpenPanel({ open, rail, sidebar, members }: OpenPanelProps) {
  if (open === null) return null;
  return (
    <div className="absolute inset-0 z-10 flex animate-appear bg-surface">
      {open === 'members' ? (
        members
      ) : (
        <>
          {rail(undefined)}
          <div className="flex h-full min-w-0 flex-1 flex-col">{sidebar}</div>
        </>
      )}
    </div>
  );
}

/**
 * Rail, list, conversation, panel: side by side where there's space, stacked on small screens. The conversation stays the same element when
 * a phone is turned, so that what's being written, played or read isn't interrupted. The boxes around the others stay, too, so that it
 * shows nothing to screen readers behind a dialog.
 */
export function Workspace(props: WorkspaceProps) {
  const { rail, sidebar, title, leadsBack, members, panel, onPanel, onBack, writing, children } = props;
  const isPhone = !useMediaQuery('(min-width: 768px)');
  const isWide = useMediaQuery('(min-width: 64rem)');
  const [wanted, setWanted] = useState<boolean>();
  const isBeside = !isPhone && members !== undefined && (wanted ?? isWide);
  useLayer(isBeside && !isWide, () => setWanted(false));

  const open = !isPhone || (panel === 'members' && members === undefined) ? null : panel;
  const withBar = isPhone && (open === 'channels' || !writing);
  const swipe = useEdgeSwipe(() => {
    if (open === null) onBack();
    else if (open === 'members') onPanel(null);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isEscape(event)) return;
    if (open !== null) onPanel(null);
    else if (isBeside && !isWide) setWanted(false);
  };
  const insets = withBar ? 'calc(57px + env(safe-area-inset-bottom))' : 'env(safe-area-inset-bottom)';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes what lies over the conversation, wherever the focus is
    <div onKeyDown={onKeyDown} className="relative flex h-full w-full min-w-0">
      <div className="contents">
        {!isPhone &&
          rail(members === undefined ? undefined : { shown: isBeside, onToggle: () => setWanted(!isBeside) })}
      </div>
      <div className="hidden h-full w-56 shrink-0 flex-col border-line border-r bg-surface min-[768px]:flex lg:w-64">
        {!isPhone && sidebar}
      </div>
      <div className="flex h-full min-w-0 flex-1 flex-col" style={isPhone ? { paddingBottom: insets } : undefined}>
        <div className="contents">
          {isPhone ? (
            <PhoneHeader
              title={title}
              leadsBack={leadsBack}
              open={open}
              hasMembers={members !== undefined}
              onToggle={(which) => onPanel(open === which ? null : which)}
            />
          ) : (
            title !== undefined && (
              <div className="flex min-h-16 shrink-0 items-center gap-2 border-line border-b px-4">{title}</div>
            )
          )}
        </div>
        <div {...(isPhone && swipe)} className="relative flex min-h-0 flex-1 flex-col">
          <div inert={open !== null} className="flex min-h-0 flex-1 flex-col">
            {children}
          </div>
          <div className="contents">
            <OpenPanel open={open} rail={rail} sidebar={sidebar} members={members} />
          </div>
        </div>
        <div className="contents">{withBar && <BottomBar />}</div>
      </div>
      <div className="contents">
        {isBeside && (
          <div
            className={cx(
              'h-full w-64 shrink-0 border-line border-l bg-surface',
              !isWide && 'absolute inset-y-0 right-0 z-20 animate-slide-in shadow-float',
            )}
          >
            {members}
          </div>
        )}
      </div>
    </div>
  );
}
