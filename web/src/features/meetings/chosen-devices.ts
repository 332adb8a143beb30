export type DeviceKind = 'microphone' | 'camera' | 'speaker';

/** The ids of the devices that the person has chosen; of the others the browser's own choice is used. */
export type ChosenDevices = Readonly<Partial<Record<DeviceKind, string>>>;

const key = 'meeting_devices';

/** The ids of the devices that the person last chose in this browser, which may be gone since. A log-out forgets them. */
export function chosenDevices(): ChosenDevices {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return Object.fromEntries(Object.entries(kept ?? {}).filter(([, id]) => typeof id === 'string'));
  } catch {
    return {};
  }
}

/** Keeps a choice for the next call. */
export function keepDevice(kind: DeviceKind, deviceId: string): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...chosenDevices(), [kind]: deviceId }));
  } catch {
    // Storage is blocked or full: the choice lasts as long as this call.
  }
}
