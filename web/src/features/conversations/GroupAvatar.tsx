import type { Conversation } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import { UsersRound } from 'lucide-react';
import { hasPicture } from '#features/conversations/conversations.rules.ts';
import { avatarUrls } from '#platform/media.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';

interface GroupAvatarProps {
  group: Pick<Conversation, 'profile_path' | 'members'>;
  ownId: string;
  /** Pixels. */
  size: number;
  eager?: boolean;
}

/** A group's picture, or else those of two of its members, one over the other. */
export function GroupAvatar({ group, ownId, size, eager = false }: GroupAvatarProps) {
  const { profile_path = defaultProfilePath, members } = group;
  if (hasPicture(group)) return <Avatar {...avatarUrls(profile_path)} size={size} eager={eager} />;
  const [first, second] = members.filter(({ _id }) => _id !== ownId);
  const small = Math.round(size * 0.68);
  if (first === undefined || second === undefined) {
    return (
      <span
        className="flex shrink-0 items-center justify-center rounded-full bg-raised text-muted ring-1 ring-line"
        style={{ width: size, height: size }}
      >
        <UsersRound size={size / 2} aria-hidden="true" />
      </span>
    );
  }
  return (
    <span className="relative block shrink-0" style={{ width: size, height: size }}>
      <Avatar {...avatarUrls(second.profile_path)} size={small} eager={eager} className="absolute top-0 right-0" />
      <Avatar
        {...avatarUrls(first.profile_path)}
        size={small}
        eager={eager}
        className="absolute bottom-0 left-0 border-2 border-bg"
      />
    </span>
  );
}
