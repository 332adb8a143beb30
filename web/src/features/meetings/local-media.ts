import { type ChosenDevices, chosenDevices, type DeviceKind, keepDevice } from '#features/meetings/chosen-devices.ts';
import { deviceFault, type Fault, replacedFault, screenFault } from '#features/meetings/faults.rules.ts';
import { createStore } from '#platform/store.ts';

type Kind = Exclude<DeviceKind, 'speaker'>;

/** What this page sends, and what it could send. */
export interface LocalMediaState {
  microphone: MediaStreamTrack | undefined;
  camera: MediaStreamTrack | undefined;
  screen: MediaStreamTrack | undefined;
  /** Others can hear the microphone. */
  audioOn: boolean;
  videoOn: boolean;
  /** A device is being opened. */
  opening: boolean;
  faults: Partial<Record<Kind, Fault>>;
  microphones: readonly MediaDeviceInfo[];
  cameras: readonly MediaDeviceInfo[];
  /** Where the others are heard; none where the browser leaves that to the system. */
  speakers: readonly MediaDeviceInfo[];
  chosen: ChosenDevices;
}

export interface LocalMedia {
  state(): LocalMediaState;
  subscribe(listener: () => void): () => void;
  /** Opens the requested devices; one that can't be opened becomes a fault, and the rest work without it. */
  start(wanted: { audio: boolean; video: boolean }): Promise<void>;
  setAudio(on: boolean): Promise<void>;
  setVideo(on: boolean): Promise<void>;
  /** Asks which screen to share. Resolves to why it couldn't be shared; null also if the person changed their mind. */
  shareScreen(): Promise<Fault | null>;
  stopScreen(): void;
  choose(kind: DeviceKind, deviceId: string): Promise<void>;
  /** Tries again to open what failed. */
  retry(fault: Fault): void;
  /** Dismisses a device's fault. */
  dismiss(fault: Fault): void;
  /** Releases all devices. */
  stop(): void;
}

const constraintsOf = (kind: Kind, deviceId: string | undefined): MediaStreamConstraints => {
  const device = deviceId === undefined ? {} : { deviceId: { exact: deviceId } };
  return kind === 'microphone'
    ? { audio: { ...device, echoCancellation: true, noiseSuppression: true, autoGainControl: true } }
    : { video: { ...device, width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } } };
};

/** Whether the person has denied access to a device. False if the browser doesn't say. */
async function isForbidden(kind: Kind): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: kind })).state === 'denied';
  } catch {
    return false;
  }
}

/** The devices to choose from; undefined if the browser doesn't say. Without permission they have no names. */
async function listDevices(): Promise<Pick<LocalMediaState, 'microphones' | 'cameras' | 'speakers'> | undefined> {
  const devices = await navigator.mediaDevices?.enumerateDevices().catch(() => []);
  const named = devices?.filter(({ label }) => label !== '');
  const mayChooseSpeaker = 'setSinkId' in HTMLMediaElement.prototype;
  return (
    named && {
      microphones: named.filter(({ kind }) => kind === 'audioinput'),
      cameras: named.filter(({ kind }) => kind === 'videoinput'),
      speakers: named.filter(({ kind }) => kind === 'audiooutput' && mayChooseSpeaker),
    }
  );
}

async function openTrack(kind: Kind, deviceId: string | undefined): Promise<MediaStreamTrack | undefined> {
  if (!window.isSecureContext || navigator.mediaDevices === undefined) {
    throw new DOMException('', 'InsecureContext');
  }
  const stream = await navigator.mediaDevices.getUserMedia(constraintsOf(kind, deviceId));
  return stream.getTracks()[0];
}

async function openScreen(): Promise<MediaStreamTrack | undefined> {
  const stream = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { ideal: 15 } } });
  const [track] = stream.getVideoTracks();
  if (track !== undefined) track.contentHint = 'detail';
  return track;
}

// Some browsers' OverconstrainedError isn't a DOMException.
const nameOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';

/** How browsers say that the device that was asked for isn't there. */
const gone = ['OverconstrainedError', 'NotFoundError'];

const closed: LocalMediaState = {
  microphone: undefined,
  camera: undefined,
  screen: undefined,
  audioOn: false,
  videoOn: false,
  opening: false,
  faults: {},
  microphones: [],
  cameras: [],
  speakers: [],
  chosen: {},
};

function createMediaStore() {
  const { microphone, camera } = chosenDevices();
  const chosen = { ...(microphone && { microphone }), ...(camera && { camera }) };
  const { state, set, subscribe } = createStore<LocalMediaState>({ ...closed, chosen });
  return { state, subscribe, change: (next: Partial<LocalMediaState>): void => set({ ...state(), ...next }) };
}

type Store = ReturnType<typeof createMediaStore>;

const setFault = ({ state, change }: Store, kind: Kind, fault: Fault) =>
  change({ faults: { ...state().faults, [kind]: fault } });

function setChosen({ state, change }: Store, kind: DeviceKind, deviceId: string | undefined): void {
  const { [kind]: _, ...others } = state().chosen;
  change({ chosen: deviceId === undefined ? others : { ...others, [kind]: deviceId } });
}

/** Opens the chosen device, or the browser's own choice if that one is gone. */
async function openChosen(store: Store, kind: Kind): Promise<MediaStreamTrack | undefined> {
  const deviceId = store.state().chosen[kind];
  try {
    return await openTrack(kind, deviceId);
  } catch (error) {
    if (deviceId === undefined || !gone.includes(nameOf(error))) throw error;
    setChosen(store, kind, undefined);
    return openTrack(kind, undefined);
  }
}

/** What's asked for while the browser opens it isn't opened twice: nobody would close the first. */
function onceAtATime<T>(open: (kind: Kind) => Promise<T>): (kind: Kind) => Promise<T> {
  const opening = new Map<Kind, Promise<T>>();
  return (kind) => {
    const opened = opening.get(kind) ?? open(kind).finally(() => opening.delete(kind));
    opening.set(kind, opened);
    return opened;
  };
}

/** This page's microphone and camera. `isStopped`: opens nothing anymore. */
function createDevices(store: Store, isStopped: () => boolean) {
  const { state, change } = store;
  /** By the time it's open. */
  const wanted = { microphone: false, camera: false };

  const list = async () => {
    const devices = await listDevices();
    if (devices === undefined || isStopped()) return;
    change(devices);
    // The one chosen last, unless it's unplugged; the others are replaced when their track ends.
    const { speaker = chosenDevices().speaker } = state().chosen;
    setChosen(store, 'speaker', devices.speakers.find(({ deviceId }) => deviceId === speaker)?.deviceId);
  };

  const open = onceAtATime(async (kind): Promise<MediaStreamTrack | undefined> => {
    const { [kind]: _, ...otherFaults } = state().faults;
    change({ faults: otherFaults, opening: true });
    try {
      const track = await openChosen(store, kind);
      // Allowed only now: before, the devices had no names.
      if (state()[`${kind}s`].length === 0) await list();
      if (isStopped()) track?.stop();
      // A device that was unplugged.
      track?.addEventListener('ended', () => {
        if (state()[kind] === track) void replace(kind);
      });
      return isStopped() ? undefined : track;
    } catch (error) {
      setFault(store, kind, deviceFault(kind, nameOf(error)));
      return undefined;
    } finally {
      change({ opening: false });
    }
  });

  /** A device was lost mid-call, or access was revoked: switches to another if there is one, and says which. */
  const replace = async (kind: Kind) => {
    const wasOn = kind === 'microphone' ? state().audioOn : state().videoOn;
    setChosen(store, kind, undefined);
    change(kind === 'microphone' ? { microphone: undefined, audioOn: false } : { camera: undefined, videoOn: false });
    if (await isForbidden(kind)) return setFault(store, kind, deviceFault(kind, 'NotAllowedError'));
    await (wasOn && (kind === 'microphone' ? setAudio(true) : setVideo(true)));
    await list();
    const next = state()[kind];
    if (next !== undefined) setFault(store, kind, replacedFault(kind, next.label));
  };

  const setAudio = async (on: boolean) => {
    wanted.microphone = on;
    const microphone = state().microphone ?? (on ? await open('microphone') : undefined);
    if (microphone) microphone.enabled = wanted.microphone;
    change({ microphone, audioOn: wanted.microphone && microphone !== undefined });
  };

  const setVideo = async (on: boolean) => {
    wanted.camera = on;
    const camera = state().camera ?? (on ? await open('camera') : undefined);
    // Turns off the camera's light.
    if (!wanted.camera) camera?.stop();
    change({ camera: wanted.camera ? camera : undefined, videoOn: wanted.camera && camera !== undefined });
  };

  const choose = async (kind: DeviceKind, deviceId: string) => {
    setChosen(store, kind, deviceId);
    keepDevice(kind, deviceId);
    const { audioOn, videoOn, microphone } = state();
    if (kind === 'microphone') {
      microphone?.stop();
      change({ microphone: undefined });
      // Muted, it's opened once it's turned on: otherwise the others would see it on for a moment.
      if (audioOn) await setAudio(true);
    } else if (kind === 'camera' && videoOn) {
      await setVideo(false);
      await setVideo(true);
    }
    await list();
  };

  return { list, setAudio, setVideo, choose };
}

/** This page's devices; nothing is opened before `start`. */
export function createLocalMedia(): LocalMedia {
  const store = createMediaStore();
  const { state, change } = store;
  let isStopped = false;
  const { list, setAudio, setVideo, choose } = createDevices(store, () => isStopped);

  const stopScreen = () => {
    state().screen?.stop();
    change({ screen: undefined });
  };

  navigator.mediaDevices?.addEventListener('devicechange', list);

  return {
    state,
    subscribe: store.subscribe,
    async start({ audio, video }) {
      // Opening them one by one would prompt twice; opening both at the same time fails in some browsers.
      if (audio) await setAudio(true);
      if (video) await setVideo(true);
      await list();
    },
    setAudio,
    setVideo,
    async shareScreen() {
      try {
        const track = await openScreen();
        if (track === undefined) return null;
        // Browsers have their own button to stop sharing.
        track.addEventListener('ended', () => state().screen === track && stopScreen());
        if (isStopped) track.stop();
        else change({ screen: track });
        return null;
      } catch (error) {
        return screenFault(nameOf(error));
      }
    },
    stopScreen,
    choose,
    retry: ({ step }) => void (step === 'microphone' ? setAudio(true) : setVideo(true)),
    dismiss({ step }) {
      change({ faults: Object.fromEntries(Object.entries(state().faults).filter(([kind]) => kind !== step)) });
    },
    stop() {
      isStopped = true;
      navigator.mediaDevices?.removeEventListener('devicechange', list);
      const { microphone, camera, screen } = state();
      for (const track of [microphone, camera, screen]) track?.stop();
      change({ microphone: undefined, camera: undefined, screen: undefined, audioOn: false, videoOn: false });
    },
  };
}
