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
  /** People who get it. */
  receivers: number;
}

/** The connection to one other page. */
export interface PeerLink {
  /** What the other sends. The same object always; its tracks come and go. */
  readonly stream: MediaStream;
  /** This side made the first offer. */
  readonly begins: boolean;
  /** This side gives way when both offer at the same moment. */
  readonly polite: boolean;
  state(): LinkState;
  /** How loud the other is now, 0 to 1. */
  level(): number;
  /** Resolves to false for what this connection cannot take, such as an offer of one that was begun anew. */
  receive(signal: Signal): Promise<boolean>;
  send(sent: Sent): void;
  close(): void;
}

interface LinkOptions {
  iceServers: RTCIceServer[];
  /** Begins: makes the first offer. Whoever comes into a room begins with all who are there. */
  begins: boolean;
  /** Gives way when both offer at the same moment; one of two does. */
  polite: boolean;
  /** Names the tracks of this page as one stream, so that sound and picture are played in step. */
  name: MediaStream;
  sent: Sent;
  signal: (signal: Signal) => void;
  /** The state or the stream changed. */
  onChange: () => void;
}

/** Milliseconds that a way may be looked for before it is said that there is none. */
const patience = 15_000;

/** Milliseconds after which an offer that nobody answered is sent again: the other page may have been out of the room. */
const answerTimeout = 4_000;

/**
 * A connection of the browser's own WebRTC with perfect negotiation (W3C WebRTC 1.0, 10.7). There is one sender for sound and one for
 * pictures from the start: muting, another device and a shared screen replace a track and negotiate nothing.
 */
export function createPeerLink(options: LinkOptions): PeerLink {
  const { begins, polite, name, signal, onChange } = options;
  const connection = new RTCPeerConnection({ iceServers: options.iceServers, bundlePolicy: 'max-bundle' });
  const stream = new MediaStream();
  let { sent } = options;
  let state: LinkState = 'connecting';
  let isOffering = false;
  let ignoresOffer = false;
  let takesAnswer = false;
  let timer = window.setTimeout(giveUp, patience);
  let answerTimer: number | undefined;

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
    timer = window.setTimeout(giveUp, patience);
  }

  function offerFirst(): void {
    for (const kind of ['audio', 'video'] as const) {
      connection.addTransceiver(kind, { direction: 'sendrecv', streams: [name] });
    }
    void applySoon();
  }

  const senderOf = (kind: 'audio' | 'video') =>
    connection.getTransceivers().find(({ receiver }) => receiver.track.kind === kind)?.sender;

  async function apply(): Promise<void> {
    const [audio, video] = [senderOf('audio'), senderOf('video')];
    await audio?.replaceTrack(sent.audio ?? null);
    await video?.replaceTrack(sent.video ?? null);
    if (video === undefined) return;
    const parameters = video.getParameters();
    const [encoding] = parameters.encodings ?? [];
    // Before the first negotiation there is none.
    if (encoding === undefined) return;
    Object.assign(encoding, encodingFor(sent.receivers, sent.isScreen));
    parameters.degradationPreference = sent.isScreen ? 'maintain-resolution' : 'balanced';
    await video.setParameters(parameters);
  }

  let applying = Promise.resolve();
  function applySoon(): Promise<void> {
    applying = applying.then(apply).catch((error: unknown) => {
      if (connection.signalingState !== 'closed') logError('What is sent to somebody could not be changed', error);
    });
    return applying;
  }

  /** Answers what the other side offered with what this side sends. */
  async function adopt(): Promise<void> {
    for (const transceiver of connection.getTransceivers()) {
      if (transceiver.currentDirection === 'stopped') continue;
      transceiver.direction = 'sendrecv';
      transceiver.sender.setStreams?.(name);
    }
    await applySoon();
  }

  connection.addEventListener('negotiationneeded', async () => {
    try {
      isOffering = true;
      await connection.setLocalDescription();
      tell();
    } catch (error) {
      if (connection.signalingState !== 'closed') logError('A connection could not be offered', error);
    } finally {
      isOffering = false;
    }
  });

  function tell(): void {
    const description = connection.localDescription;
    if (description === null) return;
    signal({ description: { type: description.type, sdp: description.sdp } });
    window.clearTimeout(answerTimer);
    if (description.type === 'offer') answerTimer = window.setTimeout(tellAgain, answerTimeout);
  }

  function tellAgain(): void {
    if (connection.signalingState === 'have-local-offer') tell();
  }

  connection.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate === null || candidate.candidate === '') return;
    const { sdpMid, sdpMLineIndex, usernameFragment } = candidate;
    signal({ candidate: { candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment } });
  });

  connection.addEventListener('track', ({ track }) => {
    stream.addTrack(track);
    onChange();
  });

  connection.addEventListener('connectionstatechange', () => {
    switch (connection.connectionState) {
      case 'connected':
        window.clearTimeout(timer);
        change('connected');
        void applySoon();
        break;
      case 'disconnected':
        change('interrupted');
        break;
      case 'failed':
        change(state === 'failed' ? 'failed' : 'interrupted');
        connection.restartIce();
        window.clearTimeout(timer);
        timer = window.setTimeout(giveUp, patience);
        break;
      default:
    }
  });

  if (begins) offerFirst();

  return {
    stream,
    begins,
    polite,
    state: () => state,
    level() {
      const receiver = connection.getReceivers().find(({ track }) => track.kind === 'audio');
      return receiver?.getSynchronizationSources()[0]?.audioLevel ?? 0;
    },
    async receive({ description, candidate }) {
      try {
        if (description !== undefined) {
          const isReady = !isOffering && (connection.signalingState === 'stable' || takesAnswer);
          ignoresOffer = !polite && description.type === 'offer' && !isReady;
          if (ignoresOffer) return true;
          // The second answer to an offer that was sent twice.
          if (description.type === 'answer' && connection.signalingState === 'stable') return true;
          takesAnswer = description.type === 'answer';
          await connection.setRemoteDescription(description as RTCSessionDescriptionInit);
          takesAnswer = false;
          if (description.type === 'offer') {
            await adopt();
            await connection.setLocalDescription();
            tell();
          }
        } else if (candidate !== undefined) await connection.addIceCandidate(candidate as RTCIceCandidateInit);
        return true;
      } catch (error) {
        if (ignoresOffer || connection.signalingState === 'closed') return true;
        logError('A signal could not be used', error);
        return false;
      }
    },
    send(next) {
      sent = next;
      void applySoon();
    },
    close() {
      window.clearTimeout(timer);
      window.clearTimeout(answerTimer);
      connection.close();
      for (const track of stream.getTracks()) stream.removeTrack(track);
    },
  };
}
