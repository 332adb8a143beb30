import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ChevronRight, Hash } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { channelsOptions } from '#features/channels/public.ts';
import { joinedOptions } from '#features/communities/public.ts';
import { conversationsOptions } from '#features/conversations/conversations.data.ts';
import { groupTitle, otherOf, titleOf } from '#features/conversations/conversations.rules.ts';
import { type Target, useForwardMessage } from '#features/conversations/forward.data.ts';
import { GroupAvatar } from '#features/conversations/GroupAvatar.tsx';
import { MessageExcerpt } from '#features/rooms/public.ts';
import { avatarUrls } from '#platform/media.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { TextField } from '#ui/field/TextField.tsx';

interface ChoiceProps {
  icon: ReactNode;
  name: string;
  onPick: () => void;
}

function Choice({ icon, name, onPick }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onPick}
        className="flex min-h-12 w-full items-center gap-3 rounded-control px-2 text-start hover:bg-raised"
      >
        {icon}
        <span dir="auto" className="min-w-0 truncate font-medium">
          {name}
        </span>
      </button>
    </li>
  );
}

interface ChannelsProps {
  handle: string;
  name: string;
  onPick: (target: Target) => void;
}

/** A community's channels, once it's opened. */
function Channels({ handle, name, onPick }: ChannelsProps) {
  const [isOpen, setOpen] = useState(false);
  const { data: channels } = useQuery({ ...channelsOptions(handle), enabled: isOpen });
  const usable = channels?.filter((channel) => channel.usable);
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-12 w-full items-center gap-3 rounded-control px-2 text-start hover:bg-raised"
      >
        <ChevronRight size={18} aria-hidden="true" className={isOpen ? 'rotate-90' : undefined} />
        <span dir="auto" className="min-w-0 truncate font-medium">
          {name}
        </span>
      </button>
      {isOpen && usable?.length === 0 && <p className="px-10 py-2 text-muted text-sm">No channel that you can use.</p>}
      {isOpen && (
        <ul className="ps-6">
          {usable?.map(({ channel_id: roomId, name: channel }) => (
            <Choice
              key={roomId}
              icon={<Hash size={18} aria-hidden="true" className="shrink-0 text-muted" />}
              name={channel}
              onPick={() => onPick({ roomId, isChannel: true })}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Asks to which conversation, group or channel to forward a message, and forwards it. */
export default function ForwardDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { user_id: ownId } = useCurrentUser();
  const [text, setText] = useState('');
  const { data: conversations = [] } = useInfiniteQuery(conversationsOptions);
  const { data: joined } = useInfiniteQuery(joinedOptions);
  const { mutate, isPending } = useForwardMessage(message._id, onClose);
  const pick = (target: Target) => {
    if (!isPending) mutate(target);
  };
  const fits = (name: string) => name.toLowerCase().includes(text.trim().toLowerCase());
  const open = conversations
    .filter(({ blocked, away, request }) => blocked === undefined && !away && !request)
    .map((conversation) => {
      const other = otherOf(conversation, ownId);
      const name = conversation.is_group ? groupTitle(conversation, ownId) : titleOf(other);
      return { conversation, other, name };
    })
    .filter(({ other, conversation, name }) => (conversation.is_group || other._id !== null) && fits(name));
  const communities = (joined?.pages.flat() ?? []).filter(({ name }) => fits(name));
  return (
    <Dialog open onOpenChange={onClose} title="Forward to…">
      <div className="flex flex-col gap-3">
        <div className="rounded-card border border-line p-3">
          <MessageExcerpt message={message} detail="" />
        </div>
        <TextField
          label="Find a person, group or community"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {open.length === 0 && communities.length === 0 && (
          <p role="status" className="text-muted text-sm">
            Nothing found.
          </p>
        )}
        <ul aria-label="Conversations and groups">
          {open.map(({ conversation, other, name }) => (
            <Choice
              key={conversation._id}
              icon={
                conversation.is_group ? (
                  <GroupAvatar group={conversation} ownId={ownId} size={32} />
                ) : (
                  <Avatar {...avatarUrls(other.profile_path)} size={32} />
                )
              }
              name={name}
              onPick={() => pick({ roomId: conversation._id, isChannel: false })}
            />
          ))}
        </ul>
        <ul aria-label="Communities">
          {communities.map(({ community_handle: handle, name }) => (
            <Channels key={handle} handle={handle} name={name} onPick={pick} />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
