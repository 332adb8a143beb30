import * as events from '@hubbub/contract/features/meetings/meetings.events.ts';
import type { Platform } from '#platform/platform.ts';
import type { PayloadOf, SentEvent } from '#platform/realtime/realtime.ts';
import { deleteGone, longestSilence, renewPeers } from './meetings.queries.ts';
import { changeMedia, enterMeeting, idsIn, leaveMeeting, relay, say } from './meetings.service.ts';

declare module '#platform/realtime/realtime.ts' {
  interface SentEvents extends events.MeetingServerEvents {}
}

/** The socket room of one page in a meeting. Pages in a meeting are reached one by one, because there are eight at most. */
const lineOf = (peerId: string) => `meeting-peer:${peerId}`;

/** Milliseconds between two checks of who's still there. With `longestSilence`, a page that vanished is gone in less than five seconds. */
const interval = 500;

/** Pages get a heartbeat on every second check. */
const looksPerBeat = 2;

/** A page whose socket this process holds. */
interface LocalPeer {
  peerId: string;
  room: string;
  /** When it was last heard, by this process's clock, in milliseconds. */
  heard: number;
}

/** Sends events to the pages in a room. */
function openLines(platform: Platform) {
  const { realtime } = platform;

  const tell = <N extends SentEvent>(peerId: string, event: N, payload: PayloadOf<N>) =>
    realtime.toRoom(lineOf(peerId), event, payload);

  const tellRoom = async <N extends SentEvent>(room: string, event: N, payload: PayloadOf<N>, except?: string) => {
    for (const id of await idsIn(platform, room)) if (id !== except) tell(id, event, payload);
  };

  /** Someone is no longer in the room: notifies the others, and the page itself if it still exists. */
  const part = async (peerId: string, room: string) => {
    const there = await idsIn(platform, room);
    // It has joined again in the meantime.
    if (there.includes(peerId)) return;
    for (const id of there) tell(id, 'meetingPeerLeft', { peer_id: peerId });
    // Last: the page joins again as soon as it gets this, and no one may hear after that that it left.
    tell(peerId, 'meetingClosed', { peer_id: peerId });
    await new Promise(setImmediate);
    // Not before: events are sent at the end of an event loop turn, to the sockets that are in the room then.
    realtime.emptyRoom(lineOf(peerId));
  };

  return { tell, tellRoom, part };
}

type Lines = ReturnType<typeof openLines>;

/** Watches the pages whose sockets this process holds: one without a heartbeat for too long has left. */
function watchPages({ db, log }: Platform, { tell, part }: Lines) {
  /** By key. */
  const local = new Map<string, LocalPeer>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let looked = 0;
  let looks = 0;

  const heard = (key: string, peer?: { peerId: string; room: string }) => {
    const known = local.get(key);
    if (peer) local.set(key, { ...peer, heard: performance.now() });
    else if (known) known.heard = performance.now();
    if (timer) return;
    looked = performance.now();
    timer = setInterval(look, interval).unref();
  };

  const lookAround = async () => {
    const now = performance.now();
    // No one could be heard while this process was suspended.
    const stoodStill = Math.max(0, now - looked - 2 * interval);
    looked = now;
    for (const peer of local.values()) peer.heard = Math.min(now, peer.heard + stoodStill);
    const all = [...local].map(([key, peer]) => ({ key, ...peer, ago: now - peer.heard }));
    looks += 1;
    if (looks % looksPerBeat === 0) for (const { peerId } of all) tell(peerId, 'meetingBeatWanted', {});
    const present = await renewPeers(db.kysely, all);
    for (const { key, peerId, room, ago } of all) {
      const lost = !present.has(peerId);
      if (lost || ago > longestSilence) local.delete(key);
      if (lost) await part(peerId, room);
    }
    for (const { peer_id, room } of await deleteGone(db.kysely)) await part(peer_id, room);
    if (local.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  function look(): void {
    looking = looking.then(lookAround).catch((error: unknown) => {
      log.error({ err: error }, "couldn't check who's still in a meeting");
    });
  }

  return {
    heard,
    forget: (key: string) => local.delete(key),
    async close() {
      clearInterval(timer);
      local.clear();
      await looking;
    },
  };
}

/** Meetings over sockets. Close it before the database. */
export function registerMeetingsRealtime(platform: Platform): { close(): Promise<void> } {
  const { realtime } = platform;
  const lines = openLines(platform);
  const { tell, tellRoom } = lines;
  const { heard, forget, close } = watchPages(platform, lines);

  realtime.on('meetingJoin', events.meetingJoin, async (caller, stay) => {
    const { self, others, isBack, gone } = await enterMeeting(platform, caller.userId, stay);
    heard(stay.key, { peerId: self.peer_id, room: stay.room });
    await caller.joinIf(lineOf(self.peer_id), () => Promise.resolve());
    tell(self.peer_id, 'meetingEntered', { room: stay.room, peer_id: self.peer_id, peers: others });
    for (const { peer_id } of others) {
      for (const id of gone) tell(peer_id, 'meetingPeerLeft', { peer_id: id });
      if (isBack) tell(peer_id, 'meetingPeerChanged', { peer_id: self.peer_id, media: self.media });
      else tell(peer_id, 'meetingPeerJoined', self);
    }
  });

  realtime.on('meetingLeave', events.meetingLeave, async (caller, { key }) => {
    forget(key);
    const peer = await leaveMeeting(platform, caller.userId, key);
    if (!peer) return;
    realtime.emptyRoom(lineOf(peer.peer_id));
    await tellRoom(peer.room, 'meetingPeerLeft', { peer_id: peer.peer_id });
  });

  realtime.on('meetingBeat', events.meetingBeat, async (_caller, { key }) => heard(key));

  realtime.on('meetingChange', events.meetingChange, async (caller, change) => {
    const { peer_id, room } = await changeMedia(platform, caller.userId, change);
    await tellRoom(room, 'meetingPeerChanged', { peer_id, media: change.media }, peer_id);
  });

  realtime.on('meetingSignal', events.meetingSignal, async (caller, signal) => {
    const { to, payload } = await relay(platform, caller.userId, signal);
    tell(to, 'meetingSignaled', payload);
  });

  realtime.on('meetingSay', events.meetingSay, async (caller, said) => {
    const { room, message } = await say(platform, caller.userId, said);
    await tellRoom(room, 'meetingSaid', message);
  });

  return { close };
}
