import { deviceFault, type Fault, replacedFault, screenFault } from '#features/meetings/faults.rules.ts';

type Kind = 'microphone' | 'camera';

/** What this page sends, and what it could send. */
export interface LocalMediaState {
  microphone: MediaStreamTrack | undefined;
  camera: MediaStreamTrack | undefined;
  screen: MediaStreamTrack | undefined;
  /** The microphone is heard by others. */
  audioOn: boolean;
  videoOn: boolean;
  /** A device is being opened. */
  opening: boolean;
  faults: Partial<Record<Kind, Fault>>;
  microphones: readonly MediaDeviceInfo[];
  cameras: readonly MediaDeviceInfo[];
}

export interface LocalMedia {
  state(): LocalMediaState;
  subscribe(listener: () => void): () => void;
  /** Opens what is wanted; what cannot be opened is a fault, and the rest goes on without it. */
  start(wanted: { audio: boolean; video: boolean }): Promise<void>;
  setAudio(on: boolean): Promise<void>;
  setVideo(on: boolean): Promise<void>;
  /** Asks which screen to share. Resolves to why it could not be shared; null also when the person changed their mind. */
  shareScreen(): Promise<Fault | null>;
  stopScreen(): void;
  choose(kind: Kind, deviceId: string): Promise<void>;
  /** Opens what failed once more. */
  retry(fault: Fault): void;
  /** Puts away what was said of a device. */
  dismiss(fault: Fault): void;
  /** Lets go of all devices. */
  stop(): void;
}

const constraintsOf = (kind: Kind, deviceId: string | undefined): MediaStreamConstraints => {
  const device = deviceId === undefined ? {} : { deviceId: { exact: deviceId } };
  return kind === 'microphone'
    ? { audio: { ...device, echoCancellation: true, noiseSuppression: true, autoGainControl: true } }
    : { video: { ...device, width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } } };
};

/** Whether the person has forbidden a device. False where the browser does not tell. */
async function isForbidden(kind: Kind): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: kind })).state === 'denied';
  } catch {
    return false;
  }
}

/** The devices of this page; nothing is opened before `start`. */
export function createLocalMedia(): LocalMedia {
  let current: LocalMediaState = {
    microphone: undefined,
    camera: undefined,
    screen: undefined,
    audioOn: false,
    videoOn: false,
    opening: false,
    faults: {},
    microphones: [],
    cameras: [],
  };
  const listeners = new Set<() => void>();
  const chosen: Partial<Record<Kind, string>> = {};
  let isStopped = false;

  const change = (next: Partial<LocalMediaState>) => {
    current = { ...current, ...next };
    for (const listener of listeners) listener();
  };

  const list = async () => {
    const devices = await navigator.mediaDevices?.enumerateDevices().catch(() => []);
    if (isStopped || devices === undefined) return;
    // Without a permission they have no names, and there is nothing to choose.
    const named = devices.filter(({ label }) => label !== '');
    change({
      microphones: named.filter(({ kind }) => kind === 'audioinput'),
      cameras: named.filter(({ kind }) => kind === 'videoinput'),
    });
  };

  const open = async (kind: Kind): Promise<MediaStreamTrack | undefined> => {
    const { [kind]: _, ...otherFaults } = current.faults;
    change({ faults: otherFaults, opening: true });
    try {
      if (!window.isSecureContext || navigator.mediaDevices === undefined) {
        throw new DOMException('', 'InsecureContext');
      }
      const stream = await navigator.mediaDevices.getUserMedia(constraintsOf(kind, chosen[kind]));
      const [track] = stream.getTracks();
      if (isStopped) track?.stop();
      // A device that is pulled out.
      track?.addEventListener('ended', () => {
        if (current[kind] === track) void replace(kind);
      });
      return isStopped ? undefined : track;
    } catch (error) {
      const name = error instanceof DOMException ? error.name : '';
      change({ faults: { ...current.faults, [kind]: deviceFault(kind, name) } });
      return undefined;
    } finally {
      change({ opening: false });
    }
  };

  const setFault = (kind: Kind, fault: Fault) => change({ faults: { ...current.faults, [kind]: fault } });

  /** A device went in the middle, or was forbidden: another takes its place if there is one, and it is said which. */
  const replace = async (kind: Kind) => {
    const wasOn = kind === 'microphone' ? current.audioOn : current.videoOn;
    delete chosen[kind];
    change(kind === 'microphone' ? { microphone: undefined, audioOn: false } : { camera: undefined, videoOn: false });
    if (await isForbidden(kind)) return setFault(kind, deviceFault(kind, 'NotAllowedError'));
    await (wasOn && (kind === 'microphone' ? setAudio(true) : setVideo(true)));
    await list();
    const next = current[kind];
    if (next !== undefined) setFault(kind, replacedFault(kind, next.label));
  };

  const setAudio = async (on: boolean) => {
    const microphone = current.microphone ?? (on ? await open('microphone') : undefined);
    if (microphone) microphone.enabled = on;
    change({ microphone, audioOn: on && microphone !== undefined });
  };

  const setVideo = async (on: boolean) => {
    if (on) {
      const camera = current.camera ?? (await open('camera'));
      change({ camera, videoOn: camera !== undefined });
      return;
    }
    // Its lamp goes out.
    current.camera?.stop();
    change({ camera: undefined, videoOn: false });
  };

  const stopScreen = () => {
    current.screen?.stop();
    change({ screen: undefined });
  };

  navigator.mediaDevices?.addEventListener('devicechange', list);

  return {
    state: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start({ audio, video }) {
      // One after the other would ask twice; at the same time some browsers refuse the second.
      if (audio) await setAudio(true);
      if (video) await setVideo(true);
      await list();
    },
    setAudio,
    setVideo,
    async shareScreen() {
      try {
        const stream = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { ideal: 15 } } });
        const [track] = stream.getVideoTracks();
        if (track === undefined) return null;
        track.contentHint = 'detail';
        // Browsers have a button of their own that ends it.
        track.addEventListener('ended', () => current.screen === track && stopScreen());
        if (isStopped) track.stop();
        else change({ screen: track });
        return null;
      } catch (error) {
        return screenFault(error instanceof DOMException ? error.name : '');
      }
    },
    stopScreen,
    async choose(kind, deviceId) {
      chosen[kind] = deviceId;
      if (kind === 'microphone') {
        const { audioOn, microphone } = current;
        microphone?.stop();
        change({ microphone: undefined });
        if (audioOn || microphone) await setAudio(true);
        if (!audioOn) await setAudio(false);
      } else if (current.videoOn) {
        await setVideo(false);
        await setVideo(true);
      }
      await list();
    },
    retry: ({ step }) => void (step === 'microphone' ? setAudio(true) : setVideo(true)),
    dismiss({ step }) {
      change({ faults: Object.fromEntries(Object.entries(current.faults).filter(([kind]) => kind !== step)) });
    },
    stop() {
      isStopped = true;
      navigator.mediaDevices?.removeEventListener('devicechange', list);
      for (const track of [current.microphone, current.camera, current.screen]) track?.stop();
      change({ microphone: undefined, camera: undefined, screen: undefined, audioOn: false, videoOn: false });
    },
  };
}
