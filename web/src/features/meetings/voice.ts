import type { LocalMedia } from '#features/meetings/local-media.ts';
import type { Meeting } from '#features/meetings/meeting.ts';
import { logError } from '#platform/log.ts';
import { onUserChange } from '#platform/session.ts';

/** The voice channel the person is in on this page. */
export interface VoiceStay {
  roomId: string;
  title: string;
  /** Where it's listed. */
  path: string;
}

/** Its sound: the meeting once it's entered, or why that failed. */
export interface VoiceSession {
  media: LocalMedia;
  meeting?: Meeting;
  code?: string;
  fault?: string;
}

interface Voice {
  stay: VoiceStay | undefined;
  session: VoiceSession | undefined;
}

/** In the tab's storage, so that a reload leads back into the channel. */
const place = 'voice channel';

function remembered(): VoiceStay | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(place) ?? 'null') as VoiceStay | null) ?? undefined;
  } catch (error) {
    logError("Couldn't read the voice channel", error);
    return undefined;
  }
}

let current: Voice = { stay: remembered(), session: undefined };
const listeners = new Set<() => void>();

function change(next: Partial<Voice>): void {
  current = { ...current, ...next };
  for (const listener of listeners) listener();
}

export const voice = {
  state: () => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export function joinVoice(stay: VoiceStay): void {
  sessionStorage.setItem(place, JSON.stringify(stay));
  change({ stay });
}

export function leaveVoice(): void {
  sessionStorage.removeItem(place);
  change({ stay: undefined });
}

/** The sound of the stay, while it's open. */
export const setVoiceSession = (session: VoiceSession | undefined): void => change({ session });

onUserChange(leaveVoice);
