import { readStoredJson, writeStored } from '#platform/browser-storage.ts';

export type DeviceKind = 'microphone' | 'camera' | 'speaker';

/** The ids of the devices that the person has chosen; of the others the browser's own choice is used. */
export type ChosenDevices = Readonly<Partial<Record<DeviceKind, string>>>;

const key = 'meeting_devices';

/** The ids of the devices that the person last chose in this browser, which may be gone since. A log-out forgets them. */
export const chosenDevices = (): ChosenDevices =>
  Object.fromEntries(Object.entries(readStoredJson(key) ?? {}).filter(([, id]) => typeof id === 'string'));

/** Keeps a choice for the next call. */
export const keepDevice = (kind: DeviceKind, deviceId: string): void =>
  writeStored(key, JSON.stringify({ ...chosenDevices(), [kind]: deviceId }));
