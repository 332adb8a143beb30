import type { MeetingPeer } from '@hubbub/contract/features/meetings/meetings.events.ts';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import type { PeerRow } from './meetings.queries.ts';

/** Someone in a room as the others see them, without the key. */
export function viewPeer(row: PeerRow): MeetingPeer {
  const { peer_id, username, name, profile_path, audio, video, screen, hand } = row;
  return {
    peer_id,
    user: { username, name, profile_path: profile_path ?? defaultProfilePath },
    media: { audio, video, screen },
    ...(hand && { hand }),
  };
}
