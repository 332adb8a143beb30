import { z } from 'zod';
import type { AckCallback } from '../../platform/acks.ts';
import { codePoints, limits } from '../../platform/limits.ts';
import type { Author } from '../../platform/shapes.ts';
import { emoji } from '../reactions/reactions.shapes.ts';
import type { CallChange } from './calls.shapes.ts';
import { roomId } from './meetings.endpoints.ts';

/**
 * A secret that a page creates each time it joins a meeting. It proves that an event comes from that page, even after a
 * reconnect.
 */
const key = z.uuid({ error: 'The key should be a UUID, a new one each time the meeting is joined' });

/** What someone is sending right now. With `screen`, the video is a screen. */
export const meetingMedia = z.object({ audio: z.boolean(), video: z.boolean(), screen: z.boolean() });
export type MeetingMedia = z.output<typeof meetingMedia>;

/** A call's longest descriptions are shorter than this; a socket packet holds 64 KiB. */
const longestDescription = 48_000;

const description = z.object({
  type: z.enum(['offer', 'answer', 'pranswer', 'rollback']),
  sdp: z.string().max(longestDescription).optional(),
});

const candidate = z.object({
  candidate: z.string().max(2_000),
  sdpMid: z.string().max(100).nullable().optional(),
  sdpMLineIndex: z.number().int().min(0).max(1_000).nullable().optional(),
  usernameFragment: z.string().max(300).nullable().optional(),
});

const text = z
  .string()
  .refine((value) => value.trim() !== '', { error: 'Write a message first' })
  .refine((value) => codePoints(value) <= limits.meeting.text, {
    error: `A message should not be more than ${limits.meeting.text} characters`,
  });

/** Tracks that are left out aren't sent. */
const firstMedia = z.object({
  audio: z.boolean().default(false),
  video: z.boolean().default(false),
  screen: z.boolean().default(false),
});

/** The payload of each client event. */
export const meetingJoin = z.object({ room: roomId, key, media: firstMedia.prefault({}) });
/** `may_return`: the page is closing or reloading, so if nobody else is in the call, it waits a few seconds. */
export const meetingLeave = z.object({ key, may_return: z.boolean().optional() });
/** Heartbeat: the answer to `meetingBeatWanted`. */
export const meetingBeat = z.object({ key });
export const meetingChange = z.object({ key, media: meetingMedia });
/**
 * To one other page in the room: a description or candidate for the connection between the two. Each side gives its end an id, and a
 * new one when it reconnects: a signal of an end that's gone may still be under way.
 */
export const meetingSignal = z.object({
  key,
  to: z.uuid(),
  /** The sender's end. */
  connection: z.uuid().optional(),
  /** The receiver's end, once the sender knows it: in every signal except a first offer. */
  to_connection: z.uuid().optional(),
  description: description.optional(),
  candidate: candidate.optional(),
});
export const meetingSay = z.object({ key, text });
/** Raises a hand, or lowers it. */
export const meetingHand = z.object({ key, raised: z.boolean() });
/** An emoji that everyone sees for a moment. */
export const meetingReact = z.object({ key, emoji });
/** Turns off someone else's microphone, which only the host may; they can turn it on again. */
export const meetingMute = z.object({ key, peer_id: z.uuid() });

export type SessionDescription = z.output<typeof description>;
export type Candidate = z.output<typeof candidate>;
export type MeetingSignal = Omit<z.output<typeof meetingSignal>, 'key' | 'to'>;

/** Someone in a room. One person may be there on several pages, each with its own id. */
export interface MeetingPeer {
  peer_id: string;
  user: Author;
  media: MeetingMedia;
  /** Their hand is raised. */
  hand?: true;
}

export interface MeetingClientEvents {
  meetingJoin: (payload: z.input<typeof meetingJoin>, ack?: AckCallback) => void;
  meetingLeave: (payload: z.input<typeof meetingLeave>, ack?: AckCallback) => void;
  meetingBeat: (payload: z.input<typeof meetingBeat>, ack?: AckCallback) => void;
  meetingChange: (payload: z.input<typeof meetingChange>, ack?: AckCallback) => void;
  meetingSignal: (payload: z.input<typeof meetingSignal>, ack?: AckCallback) => void;
  meetingSay: (payload: z.input<typeof meetingSay>, ack?: AckCallback) => void;
  meetingHand: (payload: z.input<typeof meetingHand>, ack?: AckCallback) => void;
  meetingReact: (payload: z.input<typeof meetingReact>, ack?: AckCallback) => void;
  meetingMute: (payload: z.input<typeof meetingMute>, ack?: AckCallback) => void;
}

export interface MeetingServerEvents {
  /** What happened to a call, to everyone in its room. */
  callChanged: (change: CallChange) => void;
  /** To the page that joined or came back: its own id, and who else is there. */
  meetingEntered: (entered: { room: string; peer_id: string; peers: MeetingPeer[] }) => void;
  /** These and the following go to everyone else in the room. */
  meetingPeerJoined: (peer: MeetingPeer) => void;
  meetingPeerChanged: (change: { peer_id: string; media: MeetingMedia }) => void;
  meetingPeerLeft: (peer: { peer_id: string }) => void;
  /** From another page in the room. */
  meetingSignaled: (signal: { from: string } & MeetingSignal) => void;
  /** Also sent to its author. `at` in ISO 8601. */
  meetingSaid: (message: { from: string; user: Author; text: string; at: string }) => void;
  /** Also sent to the person who raised or lowered it. */
  meetingHandChanged: (change: { peer_id: string; raised: boolean }) => void;
  /** Also sent to the person who reacted. */
  meetingReacted: (reaction: { peer_id: string; emoji: string }) => void;
  /** To the page whose microphone the host has turned off; the others get `meetingPeerChanged`. */
  meetingMuted: (muted: { peer_id: string; by: Author }) => void;
  /**
   * Who may mute others: the person who started the call or, once they've left, whoever has been there longest. Sent to
   * everyone in the room whenever somebody joins or leaves.
   */
  meetingHost: (host: { username: string }) => void;
  /** Asks for `meetingBeat` once a second: a page that doesn't answer has left. */
  meetingBeatWanted: (nothing: Record<string, never>) => void;
  /** This page is no longer in the room: it was silent for too long. It may join again. */
  meetingClosed: (closed: { peer_id: string }) => void;
}
