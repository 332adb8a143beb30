import { randomBytes } from 'node:crypto';
import type { Call, CallChange } from '@hubbub/contract/features/meetings/calls.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import type { Author } from '@hubbub/contract/platform/shapes.ts';
import { holdUser, newSince } from '#features/accounts/public.ts';
import { announceChange, handlesOf } from '#features/communities/public.ts';
import { endPushedCall, pushCall } from '#features/notifications/public.ts';
import {
  comeIntoLists,
  emitUnread,
  findCallable,
  findRoom,
  keepLine,
  kindOf,
  lockRoom as lockRoomRow,
  noSuchRoom,
  type RoomRow,
  storeLine,
} from '#features/rooms/public.ts';
import type { Effects, Tx } from '#platform/database/database.ts';
import { invalid, lacksRight, notFound, unauthenticated } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import {
  type CallRow,
  findCall,
  findCallFor,
  findCallIn,
  findCallRoom,
  insertCall,
  listBarredRinging,
  listCallPeople,
  listOpenCalls,
  listOpenCallsOf,
  listPeopleIn,
  listRinging,
  setCallState,
  updateCall,
} from './calls.queries.ts';
import { callCodePrefix, isOver, lineOf } from './calls.rules.ts';
import { author, viewCall } from './calls.view.ts';
import { lockRoom as lockMeeting } from './meetings.queries.ts';

/*
 * A call is a meeting that belongs to a room; its row says who was asked, and meeting_peers who's in it. Every change ends in `settleCall`,
 * which reads both and decides what follows, so it doesn't matter in which process a change happens. Order of locks: the account that
 * started the call, the room, the meeting.
 */

const noCall = 'Call not found, or you may not join it.';
const over = 'This call is over. Start a new one.';
const elsewhere = 'This site holds its meetings elsewhere. Send a link to one instead.';
const notHere = 'You can call people in conversations, groups and voice channels only.';
const apart = "You can't call in this conversation.";

const ringMs = limits.meeting.ringSeconds * 1000;

/** How long a call waits for people whose pages have gone silent, in milliseconds: their process may have been killed. */
const silenceMs = 10_000;

type Change = Omit<CallChange, 'call'>;

/**
 * Sends an event to everyone in a call's room, except people who have yet to accept the conversation. For voice channels, the community's
 * list shows who's in.
 */
async function tellLater(
  platform: Pick<Platform, 'realtime'>,
  tx: Tx,
  effects: Effects,
  { call, changes }: { call: CallRow; changes: readonly Change[] },
): Promise<void> {
  const room = await findCallable(tx, call.room_id, { userId: call.started_by, newcomersSince: null });
  if (!room || changes.length === 0) return;
  if (room.community_id !== null) {
    const { community_id: id } = room;
    const community = { id, handle: (await handlesOf(tx, [id])).get(id) ?? '' };
    effects.push(() => announceChange(platform, community, 'channels'));
  }
  const told = room.asked.flatMap(({ user_id, waits }) => (waits ? [] : [user_id]));
  // They may have left the room.
  if (room.isRead) told.push(call.started_by);
  // In a voice channel, only the person who started it gets the event.
  const people = await listCallPeople(tx, call, kindOf(room.kind).isVoice && call.started_by);
  const view = viewCall(call, people);
  const hidden = new Set(people.flatMap(({ isHidden, username }) => (isHidden ? [username] : [])));
  const named = changes.filter(({ username }) => username === undefined || !hidden.has(username));
  effects.push(() => {
    for (const change of named)
      kindOf(room.kind).tell(platform.realtime, told, 'callChanged', { call: view, ...change });
  });
}

/**
 * Calls everyone in a conversation or group, or finds the running call; in a voice channel it rings for nobody.
 * @throws {HttpError} 404 for a room the caller can't read; 422 if they can't call there
 */
export async function startCall(
  platform: Platform,
  userId: string,
  roomId: string,
): Promise<{ call: Call; existed: boolean }> {
  const { db, clock, config, newId, jobs } = platform;
  if (!isId(roomId)) throw notFound(noSuchRoom);
  return await db.transaction(async (tx, effects) => {
    if (!(await holdUser(tx, userId))) throw unauthenticated();
    await lockRoomRow(tx, roomId);
    const room = await findCallable(tx, roomId, { userId, newcomersSince: newSince(platform) });
    if (!room?.isRead) throw notFound(noSuchRoom);
    if (config.meetingUrl !== undefined) throw invalid(elsewhere);
    const { isVoice } = kindOf(room.kind);
    if (!room.hasMembers && !isVoice) throw invalid(notHere);
    if (!room.isWriter && !isVoice) throw lacksRight(apart);
    const known = await findCallIn(tx, roomId);
    if (known) return { call: viewCall(known, await listCallPeople(tx, known, isVoice && userId)), existed: true };
    const now = clock.now();
    const call = {
      id: newId(),
      room_id: roomId,
      code: callCodePrefix + randomBytes(16).toString('base64url'),
      started_by: userId,
      started_at: now,
    };
    const ringing = room.asked.flatMap(({ user_id, rings }) => (rings ? [{ user_id, state: 'ringing' as const }] : []));
    if (ringing.length > 0) await platform.limits.spend('rings', userId);
    await insertCall(tx, call, [{ user_id: userId, state: 'starting' }, ...ringing]);
    await jobs.add(tx, 'meetings.settle-calls', { callId: call.id }, { runAt: new Date(now.getTime() + ringMs) });
    if (ringing.length > 0) await jobs.add(tx, 'meetings.push-call', { callId: call.id });
    const stored: CallRow = { ...call, answered_at: null, silent_at: null, ended_at: null };
    await tellLater(platform, tx, effects, { call: stored, changes: [{ change: 'ringing' }] });
    return { call: viewCall(stored, await listCallPeople(tx, stored)), existed: false };
  });
}

/** The running call in a room. @throws {HttpError} 404 for a room the caller can't read */
export async function getCall({ db }: Platform, userId: string, roomId: string): Promise<Call | null> {
  const room = isId(roomId) ? await findRoom(db.reads, userId, roomId) : undefined;
  if (!room?.isRead) throw notFound(noSuchRoom);
  const call = await findCallIn(db.kysely, roomId);
  return call ? viewCall(call, await listCallPeople(db.kysely, call, kindOf(room.kind).isVoice && userId)) : null;
}

/**
 * Declines a call for somebody who was asked; does nothing if it isn't ringing for them.
 * @throws {HttpError} 404 for a call in a room they can't read
 */
export async function declineCall(
  platform: Platform,
  userId: string,
  callId: string,
  reason: CallChange['reason'],
): Promise<void> {
  const { db } = platform;
  const found = isId(callId) ? await findCall(db.kysely, { id: callId }) : undefined;
  const room = found && (await findRoom(db.reads, userId, found.room_id));
  if (!found || !room?.isRead) throw notFound(noCall);
  await settleCall(platform, found.id, { declines: { userId, reason } });
}

/**
 * The call that a meeting belongs to; undefined: it belongs to none.
 * @throws {HttpError} 404 for people who may not be in it, 422 if it's over
 */
export async function requireMayEnterCall(tx: Tx, userId: string, code: string): Promise<CallRow | undefined> {
  const found = await findCallFor(tx, code, userId);
  if (!found && !code.startsWith(callCodePrefix)) return undefined;
  if (!found?.mayBeIn) throw notFound(noCall);
  const { mayBeIn, ...call } = found;
  if (call.ended_at) throw invalid(over);
  return call;
}

/** Stores that somebody has joined a call, whose meeting is locked. @param entrance.isBack they've only reconnected */
export async function noteEntrance(
  platform: Platform,
  tx: Tx,
  effects: Effects,
  { call, userId, isBack }: { call: CallRow; userId: string; isBack: boolean },
): Promise<void> {
  await setCallState(tx, call.id, userId, 'joined');
  await endPushedCall(platform, tx, userId, call.id);
  const people = await listCallPeople(tx, call);
  const isAnswered = people.filter(({ isPresent }) => isPresent).length > 1;
  const changed = {
    silent_at: null,
    answered_at: call.answered_at ?? (isAnswered ? platform.clock.now() : null),
  };
  await updateCall(tx, call.id, changed);
  const username = people.find(({ user_id }) => user_id === userId)?.username;
  if (isBack || username === undefined) return;
  await tellLater(platform, tx, effects, { call: { ...call, ...changed }, changes: [{ change: 'joined', username }] });
}

/** A change of a call that its rows don't show. */
interface Happening {
  declines?: { userId: string; reason: CallChange['reason'] };
  /** Somebody has hung up, so people whose pages are silent by then won't return. */
  hasLeft?: boolean;
}

/** The people of a call who have declined, left or missed it by now. */
async function settlePeople(
  platform: Platform,
  tx: Tx,
  { call, declines, isDue }: Happening & { call: CallRow; isDue: boolean },
) {
  const changes: Change[] = [];
  const people = await listCallPeople(tx, call);
  for (const person of people) {
    const { user_id: userId, username, isPresent, isBarred } = person;
    const set = async (state: 'declined' | 'missed' | 'left', more: { reason?: 'busy' } = {}) => {
      person.state = state;
      await setCallState(tx, call.id, userId, state);
      await endPushedCall(platform, tx, userId, call.id);
      changes.push({ change: state, username, ...more });
    };
    if (person.state === 'joined' && !isPresent) await set('left');
    if (person.state !== 'ringing') continue;
    if (declines?.userId === userId) await set('declined', declines.reason && { reason: declines.reason });
    else if (isBarred) await set('declined');
    else if (isDue) await set('missed');
  }
  return { people, changes };
}

/** Reads who is in a call, who has declined, and how long it has been ringing, and updates or ends it accordingly. */
export async function settleCall(platform: Platform, id: string, happening: Happening = {}): Promise<void> {
  const { db, clock, jobs } = platform;
  await db.transaction(async (tx, effects) => {
    const found = await findCall(tx, { id });
    if (!found || found.ended_at || !(await holdUser(tx, found.started_by))) return;
    const room = await lockRoomRow(tx, found.room_id);
    await lockMeeting(tx, found.code);
    const call = await findCall(tx, { id });
    if (!room || !call || call.ended_at) return;
    const now = clock.now();
    const isDue = now.getTime() - call.started_at.getTime() >= ringMs;
    const { people, changes } = await settlePeople(platform, tx, { ...happening, call, isDue });
    const present = people.filter(({ isPresent }) => isPresent).length;
    const states = people.map(({ state }) => state);
    const waits = kindOf(room.kind).isVoice === true;
    const ends = isOver({ states, present, isAnswered: call.answered_at !== null, isDue, waits });
    const mayComeBack = present === 0 && states.includes('left') && !happening.hasLeft;
    const isSilent = ends && mayComeBack && (call.answered_at !== null || !isDue);
    const waited = call.silent_at ? now.getTime() - call.silent_at.getTime() : 0;
    if (isSilent && waited < silenceMs) {
      const runAt = new Date(now.getTime() + silenceMs - waited);
      if (!call.silent_at) await updateCall(tx, id, { silent_at: now });
      await jobs.add(tx, 'meetings.settle-calls', { callId: id }, { runAt, key: `call ${id}` });
    } else if (ends) {
      changes.push(...(await end(platform, tx, effects, { call, room, now })));
      call.ended_at = now;
    }
    const names = new Set(changes.flatMap(({ change, username }) => (change === 'missed' ? [username] : [])));
    const missed = people.flatMap(({ user_id, username }) => (names.has(username) ? [user_id] : []));
    if (missed.length > 0) await jobs.add(tx, 'meetings.push-call', { callId: id, missed });
    await tellLater(platform, tx, effects, { call, changes });
  });
}

/** The room's message about a call that's over. */
function lineAfter({ room_id: roomId, started_by: senderId, answered_at }: CallRow, now: Date) {
  const missed = answered_at === null;
  const seconds = answered_at ? Math.max(0, Math.floor((now.getTime() - answered_at.getTime()) / 1000)) : 0;
  const text = lineOf(missed ? null : seconds);
  return { roomId, senderId, kind: 'call' as const, call: { seconds, missed }, text };
}

/** Ends a call, and adds a message about it to its room. */
async function end(
  platform: Platform,
  tx: Tx,
  effects: Effects,
  { call, room, now }: { call: CallRow; room: RoomRow; now: Date },
): Promise<Change[]> {
  await updateCall(tx, call.id, { ended_at: now });
  const changes: Change[] = [];
  for (const { user_id, username, state } of await listCallPeople(tx, call)) {
    if (state !== 'ringing') continue;
    await setCallState(tx, call.id, user_id, 'missed');
    await endPushedCall(platform, tx, user_id, call.id);
    changes.push({ change: 'missed', username });
  }
  if (kindOf(room.kind).isVoice) return [...changes, { change: 'ended' }];
  const { id: roomId, kind: name, last_id: previous } = room;
  const callable = await findCallable(tx, roomId, { userId: call.started_by, newcomersSince: null });
  const members = (callable?.asked ?? []).map(({ user_id }) => user_id);
  if (callable?.isRead) members.push(call.started_by);
  await comeIntoLists(tx, roomId, call.started_by);
  await storeLine(platform, tx, effects, { line: lineAfter(call, now), kind: kindOf(name), people: members, previous });
  effects.push(() => emitUnread(platform, { roomId, userIds: members }));
  return [...changes, { change: 'ended' }];
}

/** Pushes a call to the people it's ringing for, or a missed call to those who missed it. */
export async function pushCallTo(
  platform: Platform,
  { callId, missed }: { callId: string; missed?: readonly string[] },
): Promise<void> {
  const { db } = platform;
  const call = await findCall(db.kysely, { id: callId });
  const [room, people] = call
    ? await Promise.all([findCallRoom(db.kysely, call.room_id), listCallPeople(db.kysely, call)])
    : [];
  if (!call || !room || !people) return;
  const caller = people.find(({ user_id }) => user_id === call.started_by);
  const userIds = missed ?? people.flatMap(({ user_id, state }) => (state === 'ringing' ? [user_id] : []));
  await pushCall(platform, userIds, {
    callId,
    roomId: call.room_id,
    callerId: call.started_by,
    caller: caller?.name ?? caller?.username ?? '',
    group: kindOf(room.kind).isOfTwo ? null : (room.name ?? 'a group'),
    until: missed ? null : new Date(call.started_at.getTime() + ringMs),
  });
}

/** Rings on the devices of people who have just connected, for calls that are ringing for them. */
export async function ringAgain({ db, realtime }: Platform, userIds: readonly string[]): Promise<void> {
  for (const { kind, user_id: userId, ...call } of await listRinging(db.kysely, userIds)) {
    const view = viewCall(call, await listCallPeople(db.kysely, call));
    kindOf(kind).tell(realtime, [userId], 'callChanged', { call: view, change: 'ringing' });
  }
}

/** The people in voice channels whom a person sees, by the channels' ids. */
export async function peopleInRooms(
  { db }: Platform,
  viewerId: string,
  roomIds: readonly string[],
): Promise<Map<string, Author[]>> {
  const people = roomIds.length === 0 ? [] : await listPeopleIn(db.kysely, viewerId, roomIds);
  return new Map([...Map.groupBy(people, ({ room_id }) => room_id)].map(([id, those]) => [id, those.map(author)]));
}

/** Somebody has left a meeting: updates its call, if it has one. */
export async function settleCallOf(platform: Platform, code: string, happening: Happening = {}): Promise<void> {
  const call = await findCall(platform.db.kysely, { code });
  if (call && !call.ended_at) await settleCall(platform, call.id, happening);
}

/**
 * Ends the calls of an account that's being deleted, with a message in each room: their rows are deleted with it, and nobody may be in them
 * afterwards.
 */
export async function endCallsOf(platform: Platform, tx: Tx, userId: string): Promise<void> {
  const { clock, jobs } = platform;
  for (const open of await listOpenCallsOf(tx, userId)) {
    const room = await lockRoomRow(tx, open.room_id);
    const people = await listCallPeople(tx, open);
    if (!room) continue;
    const told = people.map(({ user_id }) => user_id);
    const now = clock.now();
    const call = viewCall({ ...open, ended_at: now }, people);
    const { isVoice } = kindOf(room.kind);
    const kept = isVoice ? undefined : await keepLine(platform, tx, lineAfter(open, now));
    const line = kept && { id: kept.id, senderId: userId, previous: room.last_id };
    await jobs.add(tx, 'meetings.tell-ended', { kind: room.kind, told, call, ...(line && { line }) });
  }
}

/** Calls stop ringing for those who left their room, or who are blocked or have blocked there. */
export async function stopRinging(platform: Platform): Promise<void> {
  for (const id of await listBarredRinging(platform.db.kysely)) await settleCall(platform, id);
}

/** Updates all running calls. */
export async function settleCalls(platform: Platform): Promise<void> {
  for (const id of await listOpenCalls(platform.db.kysely)) await settleCall(platform, id);
}
