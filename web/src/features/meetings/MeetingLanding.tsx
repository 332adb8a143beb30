import { ArrowLeft, Keyboard, Settings, Video } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { codeIn, meetingCode } from '#features/meetings/codes.rules.ts';
import { recentCodes } from '#features/meetings/recent-codes.ts';
import { avatarUrls } from '#platform/media.ts';
import { useNow } from '#platform/now.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { timeOfDay, weekdayAndDate } from '#platform/time.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

/** The person, as others will see them, and the current time. */
function UserCard() {
  const { name, username, profile_path } = useCurrentUser();
  const now = useNow();
  return (
    <Card className="flex flex-col gap-8 p-6 sm:p-8">
      <div>
        <p className="font-bold font-brand text-[clamp(2.5rem,12vw,3.5rem)] leading-none tracking-tight tabular">
          {timeOfDay(now)}
        </p>
        <p className="mt-3 text-lg text-muted">{weekdayAndDate(now)}</p>
      </div>
      <div className="flex items-center gap-4">
        <Avatar {...avatarUrls(profile_path)} size={56} eager />
        <div className="min-w-0">
          <p className="truncate font-semibold text-lg leading-tight">{name ?? username}</p>
          <p className="truncate text-muted">@{username}</p>
        </div>
      </div>
    </Card>
  );
}

/** The meetings opened last in this browser. */
function RecentCodes() {
  const [codes] = useState(recentCodes);
  if (codes.length === 0) return null;
  return (
    <section aria-labelledby="recent-codes" className="max-w-md">
      <h2 id="recent-codes" className="mb-2 font-semibold text-muted text-sm">
        Opened last in this browser
      </h2>
      <ul className="flex flex-wrap gap-2">
        {codes.map((code) => (
          <li key={code} className="min-w-0 max-w-full">
            <Button tone="secondary" size="sm" asChild>
              <Link to={pathTo('joinRoom', { room_id: code })}>
                <span className="truncate">{code}</span>
              </Link>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Start a new meeting, or enter a code. */
export function MeetingLanding() {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const code = codeIn(typed);
  const open = (room: string) => void navigate(pathTo('joinRoom', { room_id: room }));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (code !== null) open(code);
  };
  return (
    <>
      <header className="-mx-3 flex min-h-12 items-center justify-between">
        <IconButton asChild label="Back to the feed" size="lg">
          <Link to={pathTo('feed')}>
            <ArrowLeft size={22} aria-hidden="true" />
          </Link>
        </IconButton>
        <IconButton asChild label="Settings" size="lg">
          <Link to={pathTo('settings')}>
            <Settings size={22} aria-hidden="true" />
          </Link>
        </IconButton>
      </header>
      <div className="grid items-center gap-8 py-4 lg:min-h-[70dvh] lg:grid-cols-[1.1fr_1fr] lg:gap-12">
        <div className="flex flex-col gap-8 lg:order-none">
          <div className="flex flex-col gap-3">
            <h1 className="text-balance font-bold text-[clamp(2rem,8vw,3rem)] leading-[1.05] tracking-tight">
              Connect with Friends Now.
            </h1>
            <p className="max-w-md text-pretty text-lg text-muted">
              Start a meeting and share the link, or join with a code.
            </p>
          </div>
          <div className="flex max-w-md flex-col gap-4">
            <Button
              size="lg"
              icon={<Video size={20} aria-hidden="true" />}
              onClick={() => open(meetingCode((bytes) => void crypto.getRandomValues(bytes)))}
            >
              New Meeting
            </Button>
            <form onSubmit={onSubmit} className="flex items-end gap-2">
              <div className="min-w-0 flex-1">
                <TextField
                  label="Meeting code or link"
                  hideLabel
                  placeholder="enter a code"
                  value={typed}
                  onChange={(event) => setTyped(event.currentTarget.value)}
                  leading={<Keyboard size={20} aria-hidden="true" />}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  enterKeyHint="go"
                />
              </div>
              <Button type="submit" tone="secondary" size="lg" disabled={code === null}>
                Join
              </Button>
            </form>
          </div>
          <RecentCodes />
        </div>
        <UserCard />
      </div>
    </>
  );
}
