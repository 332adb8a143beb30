import type { MeetingSignal, SessionDescription } from '@hubbub/contract/features/meetings/meetings.events.ts';
import { encodingFor } from '#features/meetings/layout.rules.ts';
import { type End, type Reaction, reactionTo } from '#features/meetings/signals.rules.ts';
import { newId } from '#platform/ids.ts';
import { logError } from '#platform/log.ts';

export type LinkState = 'connecting' | 'connected' | 'interrupted' | 'failed';

/** What this page sends to the others. */
export interface Sent {
  audio: MediaStreamTrack | undefined;
  video: MediaStreamTrack | undefined;
  isScreen: boolean;
  /** How many people receive it. */
  receivers: number;
}

/** The connection to one other page. */
export interface PeerLink {
  /** What the other side sends. Always the same object; its tracks come and go. */
  readonly stream: MediaStream;
  state(): LinkState;
  /** How loud the other side is right now, 0 to 1. */
  level(): number;
  /** Resolves to what the signal means. `anew` and `restart`: another connection must take this one's place. */
  receive(signal: MeetingSignal): Promise<Reaction>;
  send(sent: Sent): void;
  close(): void;
}

interface LinkOptions {
  iceServers: RTCIceServer[];
  /** Makes the first offer. Someone who joins a room makes it to everyone already there. */
  isInitiator: boolean;
  /** Yields when both make an offer at the same time; exactly one side does. */
  polite: boolean;
  /** Groups this page's tracks into one stream, so that sound and video play in sync. */
  name: MediaStream;
  sent: Sent;
  /** What it counts as until it works or fails. */
  state: LinkState;
  signal: (signal: MeetingSignal) => void;
  /** The state or the stream changed. */
  onChange: () => void;
  /** It doesn't work, and only another connection might. */
  onStuck: () => void;
}

/** Milliseconds to look for a route before reporting that there is none, and starting over. */
const connectTimeout = 15_000;

/** Milliseconds before starting over when there's a route, but no agreement on the keys. */
const keysTimeout = 1_000;

/** Milliseconds after which an unanswered offer is sent again, because the other page may not have been in the room. */
const answerTimeout = 4_000;

const senderOf = (connection: RTCPeerConnection, kind: 'audio' | 'video') =>
  connection.getTransceivers().find(({ receiver }) => receiver.track.kind === kind)?.sender;

async function apply(connection: RTCPeerConnection, sent: Sent): Promise<void> {
  const [audio, video] = [senderOf(connection, 'audio'), senderOf(connection, 'video')];
  await audio?.replaceTrack(sent.audio ?? null);
  await video?.replaceTrack(sent.video ?? null);
  if (video === undefined) return;
  const parameters = video.getParameters();
  const [encoding] = parameters.encodings ?? [];
  // There is none before the first negotiation.
  if (encoding === undefined) return;
  Object.assign(encoding, encodingFor(sent.receivers, sent.isScreen));
  parameters.degradationPreference = sent.isScreen ? 'maintain-resolution' : 'balanced';
  await video.setParameters(parameters);
}

/** Applies changes one at a time: the latest request wins. */
function createSending(connection: RTCPeerConnection, first: Sent) {
  let sent = first;
  let applying = Promise.resolve();
  return (next: Sent = sent): Promise<void> => {
    sent = next;
    applying = applying
      .then(() => apply(connection, sent))
      .catch((error: unknown) => {
        if (connection.signalingState !== 'closed') logError("Couldn't change the tracks sent to a peer", error);
      });
    return applying;
  };
}

/** Makes everything the other side offered two-way, so that this side sends, too. */
function sendBack(connection: RTCPeerConnection, name: MediaStream): void {
  for (const transceiver of connection.getTransceivers()) {
    if (transceiver.currentDirection === 'stopped') continue;
    transceiver.direction = 'sendrecv';
    transceiver.sender.setStreams?.(name);
  }
}

interface Negotiation {
  connection: RTCPeerConnection;
  polite: boolean;
  signal: (signal: MeetingSignal) => void;
  /** Attaches this side's tracks before answering the other side's offer. */
  adopt: () => Promise<void>;
}

/** What to do after a signal that couldn't be applied. An offer to one end is of no use to another. */
function afterFault({ description, to_connection }: MeetingSignal): Reaction {
  if (description?.type !== 'offer') return 'ignored';
  return to_connection === undefined ? 'anew' : 'restart';
}

/** Handles signals one after another. Once another connection must take this one's place, what follows is for that one. */
function oneByOne(handle: (given: MeetingSignal) => Promise<Reaction>) {
  let isReplaced = false;
  let handling: Promise<Reaction> = Promise.resolve('taken');
  return (given: MeetingSignal): Promise<Reaction> => {
    handling = handling.then(async () => {
      const reaction = isReplaced ? 'anew' : await handle(given);
      isReplaced ||= reaction === 'anew' || reaction === 'restart';
      return reaction;
    });
    return handling;
  };
}

/** Perfect negotiation (W3C WebRTC 1.0, 10.7), between ends that have ids. */
function negotiate({ connection, polite, signal, adopt }: Negotiation) {
  const id = newId();
  let other: string | undefined;
  let isAgreed = false;
  let isMakingOffer = false;
  let ignoresOffer = false;
  let answerTimer: number | undefined;

  const send = (content: MeetingSignal) =>
    signal({ ...content, connection: id, ...(other !== undefined && { to_connection: other }) });

  const end = (): End => {
    const isOffering = isMakingOffer || connection.signalingState === 'have-local-offer';
    return { id, other, isAgreed, isOffering, polite };
  };

  function sendDescription(): void {
    const description = connection.localDescription;
    if (description === null) return;
    send({ description: { type: description.type, sdp: description.sdp } });
    window.clearTimeout(answerTimer);
    if (description.type === 'offer') answerTimer = window.setTimeout(resendOffer, answerTimeout);
  }

  function resendOffer(): void {
    if (connection.signalingState === 'have-local-offer') sendDescription();
  }

  connection.addEventListener('negotiationneeded', async () => {
    try {
      isMakingOffer = true;
      await connection.setLocalDescription();
      sendDescription();
    } catch (error) {
      if (connection.signalingState !== 'closed') logError("Couldn't make an offer to a peer", error);
    } finally {
      isMakingOffer = false;
    }
  });

  connection.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate === null || candidate.candidate === '') return;
    const { sdpMid, sdpMLineIndex, usernameFragment } = candidate;
    send({ candidate: { candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment } });
  });

  async function take(description: SessionDescription, from: string | undefined): Promise<void> {
    // The second answer to an offer that was sent twice.
    if (description.type === 'answer' && connection.signalingState === 'stable') return;
    await connection.setRemoteDescription(description as RTCSessionDescriptionInit);
    other = from;
    isAgreed = true;
    if (description.type !== 'offer') return;
    await adopt();
    await connection.setLocalDescription();
    sendDescription();
  }

  async function handle(given: MeetingSignal): Promise<Reaction> {
    const { connection: from, description, candidate } = given;
    const reaction = reactionTo(given, end());
    if (description?.type === 'offer') ignoresOffer = reaction === 'ignored';
    if (reaction !== 'taken') return reaction;
    try {
      if (description !== undefined) await take(description, from);
      else if (candidate !== undefined) await connection.addIceCandidate(candidate as RTCIceCandidateInit);
      return 'taken';
    } catch (error) {
      if (ignoresOffer || connection.signalingState === 'closed') return 'ignored';
      logError("Couldn't handle a signal", error);
      return afterFault(given);
    }
  }

  return {
    receive: oneByOne(handle),
    end: () => window.clearTimeout(answerTimer),
  };
}

/**
 * A native WebRTC connection of the browser. It has one audio sender and one video sender from the start: muting, switching devices,
 * and screen sharing replace a track and need no negotiation.
 */
export function createPeerLink(options: LinkOptions): PeerLink {
  const { isInitiator, polite, name, signal, onChange, onStuck } = options;
  const connection = new RTCPeerConnection({ iceServers: options.iceServers, bundlePolicy: 'max-bundle' });
  const stream = new MediaStream();
  const send = createSending(connection, options.sent);
  let state = options.state;
  let timer: number | undefined = window.setTimeout(giveUp, connectTimeout);

  function change(next: LinkState): void {
    if (next === state) return;
    state = next;
    onChange();
  }

  function giveUp(): void {
    change('failed');
    onStuck();
  }

  /** Another route doesn't help where the keys are at fault. */
  const areKeysAtFault = () => connection.getSenders().some(({ transport }) => transport?.state === 'failed');

  const adopt = () => {
    sendBack(connection, name);
    return send();
  };
  const negotiation = negotiate({ connection, polite, signal, adopt });

  connection.addEventListener('track', ({ track }) => {
    stream.addTrack(track);
    onChange();
  });

  const states: Partial<Record<RTCPeerConnectionState, () => void>> = {
    connected() {
      window.clearTimeout(timer);
      timer = undefined;
      change('connected');
      void send();
    },
    disconnected: () => change('interrupted'),
    failed() {
      change(state === 'failed' ? 'failed' : 'interrupted');
      if (areKeysAtFault()) {
        window.clearTimeout(timer);
        timer = window.setTimeout(giveUp, keysTimeout);
        return;
      }
      connection.restartIce();
      timer ??= window.setTimeout(giveUp, connectTimeout);
    },
  };
  connection.addEventListener('connectionstatechange', () => states[connection.connectionState]?.());

  if (isInitiator) {
    for (const kind of ['audio', 'video'] as const) {
      connection.addTransceiver(kind, { direction: 'sendrecv', streams: [name] });
    }
    void send();
  }

  return {
    stream,
    state: () => state,
    level() {
      const receiver = connection.getReceivers().find(({ track }) => track.kind === 'audio');
      return receiver?.getSynchronizationSources()[0]?.audioLevel ?? 0;
    },
    receive: negotiation.receive,
    send: (next) => void send(next),
    close() {
      window.clearTimeout(timer);
      negotiation.end();
      connection.close();
      for (const track of stream.getTracks()) stream.removeTrack(track);
    },
  };
}
