import { z } from 'zod';
import { messages } from '../../platform/messages.ts';
import * as shapes from '../../platform/shapes.ts';

/** The handle of a community whose workspace is open. */
export const joinCommunity = z.string().min(1).max(30).refine(shapes.isStorable, { error: messages.notInCommunity });

/** What changed in a community that a client shows, so the client refetches it. `access`: the receiver's own roles. */
export interface CommunityChange {
  community_id: string;
  community_handle: string;
  changed: 'community' | 'channels' | 'roles' | 'members' | 'access';
}
