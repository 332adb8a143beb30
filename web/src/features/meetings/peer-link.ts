import type { Candidate, SessionDescription } from '@hubbub/contract/features/meetings/meetings.events.ts';
import { encodingFor } from '#features/meetings/layout.rules.ts';
import { logError } from '#platform/log.ts';

export type LinkState = 'connecting' | 'connected' | 'interrupted' | 'failed';

export interface Signal {
  description?: SessionDescription;
  candidate?: Candidate;
}

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
  /** This side made the first offer. */
  readonly isInitiator: boolean;
  /** This side yields when both make an offer at the same time. */
  readonly polite: boolean;
  state(): LinkState;
  /** How loud the other side is right now, 0 to 1. */
  level(): number;
  /** Resolves to false for a signal this connection can't use, such as an offer for one that was restarted. */
  receive(signal: Signal): Promise<boolean>;
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
  signal: (signal: Signal) => void;
  /** The state or the stream changed. */
  onChange: () => void;
}

/** Milliseconds to look for a route before reporting that there is none. */
const connectTimeout = 15_000;

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
  signal: (signal: Signal) => void;
  /** Attaches this side's tracks before answering the other side's offer. */
  adopt: () => Promise<void>;
}

/** Perfect negotiation (W3C WebRTC 1.0, 10.7). */
function negotiate({ connection, polite, signal, adopt }: Negotiation) {
  let isOffering = false;
  let ignoresOffer = false;
  let takesAnswer = false;
  let answerTimer: number | undefined;

  function sendDescription(): void {
    const description = connection.localDescription;
    if (description === null) return;
    signal({ description: { type: description.type, sdp: description.sdp } });
    window.clearTimeout(answerTimer);
    if (description.type === 'offer') answerTimer = window.setTimeout(resendOffer, answerTimeout);
  }

  function resendOffer(): void {
    if (connection.signalingState === 'have-local-offer') sendDescription();
  }

  connection.addEventListener('negotiationneeded', async () => {
    try {
      isOffering = true;
      await connection.setLocalDescription();
      sendDescription();
    } catch (error) {
      if (connection.signalingState !== 'closed') logError("Couldn't make an offer to a peer", error);
    } finally {
      isOffering = false;
    }
  });

  connection.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate === null || candidate.candidate === '') return;
    const { sdpMid, sdpMLineIndex, usernameFragment } = candidate;
    signal({ candidate: { candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment } });
  });

  async function take(description: SessionDescription): Promise<void> {
    const isReady = !isOffering && (connection.signalingState === 'stable' || takesAnswer);
    ignoresOffer = !polite && description.type === 'offer' && !isReady;
    if (ignoresOffer) return;
    // The second answer to an offer that was sent twice.
    if (description.type === 'answer' && connection.signalingState === 'stable') return;
    takesAnswer = description.type === 'answer';
    await connection.setRemoteDescription(description as RTCSessionDescriptionInit);
    takesAnswer = false;
    if (description.type === 'offer') {
      await adopt();
      await connection.setLocalDescription();
      sendDescription();
    }
  }

  return {
    async receive({ description, candidate }: Signal): Promise<boolean> {
      try {
        if (description !== undefined) await take(description);
        else if (candidate !== undefined) await connection.addIceCandidate(candidate as RTCIceCandidateInit);
        return true;
      } catch (error) {
        if (ignoresOffer || connection.signalingState === 'closed') return true;
        logError("Couldn't handle a signal", error);
        return false;
      }
    },
    end: () => window.clearTimeout(answerTimer),
  };
}

/**
 * A native WebRTC connection of the browser. It has one audio sender and one video sender from the start: muting, switching devices,
 * and screen sharing replace a track and need no negotiation.
 */
export function createPeerLink(options: LinkOptions): PeerLink {
  const { isInitiator, polite, name, signal, onChange } = options;
  const connection = new RTCPeerConnection({ iceServers: options.iceServers, bundlePolicy: 'max-bundle' });
  const stream = new MediaStream();
  const send = createSending(connection, options.sent);
  let state: LinkState = 'connecting';
  let timer = window.setTimeout(giveUp, connectTimeout);

  function change(next: LinkState): void {
    if (next === state) return;
    state = next;
    onChange();
  }

  function giveUp(): void {
    if (state === 'connected') return;
    change('failed');
    // Each side may have left the first offer to the other.
    if (connection.currentRemoteDescription === null && connection.signalingState === 'stable') offerFirst();
    else connection.restartIce();
    timer = window.setTimeout(giveUp, connectTimeout);
  }

  function offerFirst(): void {
    for (const kind of ['audio', 'video'] as const) {
      connection.addTransceiver(kind, { direction: 'sendrecv', streams: [name] });
    }
    void send();
  }

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
      change('connected');
      void send();
    },
    disconnected: () => change('interrupted'),
    failed() {
      change(state === 'failed' ? 'failed' : 'interrupted');
      connection.restartIce();
      window.clearTimeout(timer);
      timer = window.setTimeout(giveUp, connectTimeout);
    },
  };
  connection.addEventListener('connectionstatechange', () => states[connection.connectionState]?.());

  if (isInitiator) offerFirst();

  return {
    stream,
    isInitiator,
    polite,
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
