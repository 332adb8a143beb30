import * as events from '@hubbub/contract/features/meetings/meetings.events.ts';
import type { Platform } from '#platform/platform.ts';
import type { PayloadOf, SentEvent } from '#platform/realtime/realtime.ts';
import { deleteBarred } from './calls.queries.ts';
import { settleCallOf, stopRinging } from './calls.service.ts';
import { findHost, mute, raiseHand, reactAs } from './gestures.service.ts';
import { deleteGone, deletePeers, longestSilence, renewPeers } from './meetings.queries.ts';
import { changeMedia, enterMeeting, idsIn, leaveMeeting, relay, sendMessage } from './meetings.service.ts';

declare module '#platform/realtime/realtime.ts' {
  interface SentEvents extends events.MeetingServerEvents {}
}

/** The socket room of one page in a meeting. Pages in a meeting are reached one by one, because there are eight at most. */
const prefix = 'meeting-peer:';
const roomOfPeer = (peerId: string) => prefix + peerId;

/** Milliseconds between two checks of who's still there. With `longestSilence`, a page that vanished is gone in less than five seconds. */
const checkIntervalMs = 500;

/** Pages get a heartbeat on every second check, and people who may no longer be in a call are removed. */
const checksPerHeartbeat = 2;

/** A page whose socket this process holds. */
interface LocalPeer {
  userId: string;
  peerId: string;
  room: string;
  /** When it last sent anything, by this process's clock, in milliseconds. */
  lastSeenAt: number;
}

/** Sends events to the pages in a room. */
function createNotifier(platform: Platform) {
  const { realtime } = platform;

  const notify = <N extends SentEvent>(peerId: string, event: N, payload: PayloadOf<N>) =>
    realtime.toRoom(roomOfPeer(peerId), event, payload);

  const notifyRoom = async <N extends SentEvent>(room: string, event: N, payload: PayloadOf<N>, except?: string) => {
    for (const id of await idsIn(platform, room)) if (id !== except) notify(id, event, payload);
  };

  /** Tells everyone in a room who may mute others. */
  const tellHost = async (room: string) => {
    const host = await findHost(platform, room);
    if (host) await notifyRoom(room, 'meetingHost', { username: host.username });
  };

  /**
   * Someone is no longer in the room: notifies the others, and the page itself if it still exists. @param happening the change of its call,
   * if it has one
   */
  const announceDeparture = async (peerId: string, room: string, happening = {}) => {
    const present = await idsIn(platform, room);
    // It has joined again in the meantime.
    if (present.includes(peerId)) return;
    for (const id of present) notify(id, 'meetingPeerLeft', { peer_id: peerId });
    // Sent last: the page joins again as soon as it gets this, and no one may receive afterwards that it left.
    notify(peerId, 'meetingClosed', { peer_id: peerId });
    await new Promise(setImmediate);
    // Not before: events are sent at the end of an event loop turn, to the sockets that are in the room then.
    realtime.emptyRoom(roomOfPeer(peerId));
    await tellHost(room);
    await settleCallOf(platform, room, happening);
  };

  return { notify, notifyRoom, tellHost, announceDeparture };
}

type Notifier = ReturnType<typeof createNotifier>;

/** Watches the pages whose sockets this process holds: one without a heartbeat for too long has left. */
function watchPages(platform: Platform, { notify, announceDeparture }: Notifier) {
  const { db, log } = platform;
  /** By key. */
  const local = new Map<string, LocalPeer>();
  let timer: NodeJS.Timeout | undefined;
  let checking: Promise<void> = Promise.resolve();
  let checkedAt = 0;
  let checks = 0;

  /** @param peer undefined: renews the page if it's known here and this person's */
  const recordHeartbeat = (userId: string, key: string, peer?: { peerId: string; room: string }) => {
    const known = local.get(key);
    if (peer) local.set(key, { ...peer, userId, lastSeenAt: performance.now() });
    else if (known?.userId === userId) known.lastSeenAt = performance.now();
    if (timer) return;
    checkedAt = performance.now();
    timer = setInterval(check, checkIntervalMs).unref();
  };

  const checkPeers = async () => {
    const now = performance.now();
    // Nothing could arrive while this process was suspended.
    const stalledMs = Math.max(0, now - checkedAt - 2 * checkIntervalMs);
    checkedAt = now;
    for (const peer of local.values()) peer.lastSeenAt = Math.min(now, peer.lastSeenAt + stalledMs);
    const all = [...local].map(([key, peer]) => ({ key, ...peer, ago: now - peer.lastSeenAt }));
    checks += 1;
    if (checks % checksPerHeartbeat === 0) {
      for (const { peerId } of all) notify(peerId, 'meetingBeatWanted', {});
      for (const { peer_id, room } of await deleteBarred(db.kysely)) {
        await announceDeparture(peer_id, room, { hasLeft: true });
      }
      await stopRinging(platform);
    }
    const present = await renewPeers(db.kysely, all);
    for (const { key, peerId, room, ago } of all) {
      const lost = !present.has(peerId);
      if (lost || ago > longestSilence) local.delete(key);
      if (lost) await announceDeparture(peerId, room);
    }
    for (const { peer_id, room } of await deleteGone(db.kysely)) await announceDeparture(peer_id, room);
    if (local.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  function check(): void {
    checking = checking.then(checkPeers).catch((error: unknown) => {
      log.error({ err: error }, "couldn't check who's still in a meeting");
    });
  }

  /** Ends stays with the session of their page, without waiting for the page to fall silent. */
  const endStays = async (peerIds: readonly string[]) => {
    try {
      for (const { peer_id, room } of await deletePeers(db.kysely, peerIds)) await announceDeparture(peer_id, room);
    } catch (error) {
      log.warn({ err: error }, "couldn't end the stays of a session that has ended; they end when their silence shows");
    }
  };

  return {
    recordHeartbeat,
    endStays,
    forget: (userId: string, key: string) => local.get(key)?.userId === userId && local.delete(key),
    async close() {
      clearInterval(timer);
      local.clear();
      await checking;
    },
  };
}

/** The events for gestures: raised hands, reactions and muting. */
function registerGestures(platform: Platform, { notify, notifyRoom }: Notifier) {
  const { realtime } = platform;

  realtime.on('meetingHand', events.meetingHand, async (caller, hand) => {
    const { peer_id, room } = await raiseHand(platform, caller.userId, hand);
    await notifyRoom(room, 'meetingHandChanged', { peer_id, raised: hand.raised });
  });

  realtime.on('meetingReact', events.meetingReact, async (caller, { key, emoji }) => {
    const { peer_id, room } = await reactAs(platform, caller.userId, key);
    await notifyRoom(room, 'meetingReacted', { peer_id, emoji });
  });

  realtime.on('meetingMute', events.meetingMute, async (caller, muting) => {
    const { room, by, media } = await mute(platform, caller.userId, muting);
    const { peer_id } = muting;
    if (!media) return;
    notify(peer_id, 'meetingMuted', { peer_id, by });
    await notifyRoom(room, 'meetingPeerChanged', { peer_id, media }, peer_id);
  });
}

/** Meetings over sockets. Close it before the database. */
export function registerMeetingsRealtime(platform: Platform): { close(): Promise<void> } {
  const { realtime } = platform;
  const notifier = createNotifier(platform);
  const { notify, notifyRoom, tellHost } = notifier;
  const { recordHeartbeat, endStays, forget, close } = watchPages(platform, notifier);

  realtime.onEnded(prefix, (peerIds) => void endStays(peerIds));

  realtime.on('meetingJoin', events.meetingJoin, async (caller, join) => {
    const { self, others, isBack, gone } = await enterMeeting(platform, caller.userId, join);
    recordHeartbeat(caller.userId, join.key, { peerId: self.peer_id, room: join.room });
    await caller.joinIf(roomOfPeer(self.peer_id), () => Promise.resolve());
    notify(self.peer_id, 'meetingEntered', { room: join.room, peer_id: self.peer_id, peers: others });
    for (const { peer_id } of others) {
      for (const id of gone) notify(peer_id, 'meetingPeerLeft', { peer_id: id });
      if (isBack) notify(peer_id, 'meetingPeerChanged', { peer_id: self.peer_id, media: self.media });
      else notify(peer_id, 'meetingPeerJoined', self);
    }
    await tellHost(join.room);
  });

  realtime.on('meetingLeave', events.meetingLeave, async (caller, { key, may_return }) => {
    forget(caller.userId, key);
    const peer = await leaveMeeting(platform, caller.userId, key);
    if (!peer) return;
    realtime.emptyRoom(roomOfPeer(peer.peer_id));
    await notifyRoom(peer.room, 'meetingPeerLeft', { peer_id: peer.peer_id });
    await tellHost(peer.room);
    await settleCallOf(platform, peer.room, { hasLeft: !may_return });
  });

  realtime.on('meetingBeat', events.meetingBeat, async (caller, { key }) => recordHeartbeat(caller.userId, key));

  realtime.on('meetingChange', events.meetingChange, async (caller, change) => {
    const { peer_id, room } = await changeMedia(platform, caller.userId, change);
    await notifyRoom(room, 'meetingPeerChanged', { peer_id, media: change.media }, peer_id);
  });

  realtime.on('meetingSignal', events.meetingSignal, async (caller, signal) => {
    const { to, payload } = await relay(platform, caller.userId, signal);
    notify(to, 'meetingSignaled', payload);
  });

  realtime.on('meetingSay', events.meetingSay, async (caller, said) => {
    const { room, message } = await sendMessage(platform, caller.userId, said);
    await notifyRoom(room, 'meetingSaid', message);
  });

  registerGestures(platform, notifier);

  return { close };
}
