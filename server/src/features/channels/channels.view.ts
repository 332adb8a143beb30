import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { mayUseChannel } from './channels.rules.ts';

/** A channel as somebody sees it who holds these roles. */
export function viewChannel(
  { id, community_id, name, roles }: { id: string; community_id: string; name: string; roles: string[] },
  held: readonly string[],
): Channel {
  return { channel_id: id, community_id, name, roles, usable: mayUseChannel(held, { roles }) };
}
