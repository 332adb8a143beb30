import { isQuietAt } from '@hubbub/contract/platform/quiet.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Platform } from '#platform/platform.ts';
import { linkOfRoom } from './notifications.rules.ts';
import { withoutPreview } from './push.rules.ts';
import { pushDue, saysAllOf } from './push-sending.service.ts';
import { endPushed } from './pushed.queries.ts';
import { listSettings, usualSettings } from './settings.queries.ts';
import { isNotifiedOf } from './settings.rules.ts';
import { listNotified } from './sources.queries.ts';

/** A call to push to the people it's ringing for, or who missed it. */
export interface PushedCall {
  callId: string;
  roomId: string;
  callerId: string;
  /** The caller's name. */
  caller: string;
  /** The group's name; null: it's a conversation of two. */
  group: string | null;
  /** When it stops ringing; null: it was missed. */
  until: Date | null;
}

const tagOf = (callId: string): string => `call:${callId}`;

/**
 * Rings on people's devices, silently in their quiet hours, or notifies them outside of those that they've missed a call; unless they've muted
 * the caller.
 */
export async function pushCall(
  platform: Platform,
  userIds: readonly string[],
  { callId, roomId, callerId, caller, group, until }: PushedCall,
): Promise<void> {
  const { db, clock, config } = platform;
  const pairs = userIds.map((userId) => ({ userId, actorId: callerId }));
  const [told, settings, saysAll] = await Promise.all([
    listNotified(db.kysely, pairs),
    listSettings(db.kysely, userIds),
    saysAllOf(platform, userIds),
  ]);
  const path = linkOfRoom({ channelId: null, conversationId: roomId, communityHandle: null });
  const subject =
    until === null
      ? ({ kind: 'notification', room_id: roomId } as const)
      : ({ kind: 'call', room_id: roomId, call_id: callId } as const);
  const what = until === null ? 'Missed call' : 'Incoming call';
  const text = {
    title: caller,
    body: group === null ? what : `${what} in ${group}`,
    navigate: config.publicUrl + path,
    tag: tagOf(callId),
  };
  const due = userIds.flatMap((userId) => {
    const { changed, quiet } = settings.get(userId) ?? usualSettings;
    const isQuiet = isQuietAt(quiet, clock.now());
    const isWanted = told.has(`${userId} ${callerId}`) && isNotifiedOf(changed, 'call', 'push');
    if (!isWanted || (isQuiet && until === null)) return [];
    const shown = saysAll(userId) ? text : withoutPreview(text, subject);
    return [
      {
        thing: { userId, roomId },
        type: 'call' as const,
        text: shown,
        subject,
        ...(until && { until, isSilent: isQuiet }),
      },
    ];
  });
  await pushDue(platform, due);
}

/** A call no longer rings for somebody: the next push tells their devices to close it. */
export async function endPushedCall({ clock }: Platform, tx: Tx, userId: string, callId: string): Promise<void> {
  await endPushed(tx, { userId, tag: tagOf(callId), now: clock.now() });
}
