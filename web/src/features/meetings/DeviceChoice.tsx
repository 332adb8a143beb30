import { type LucideIcon, Mic, Video } from 'lucide-react';
import { useId } from 'react';
import type { LocalMedia } from '#features/meetings/local-media.ts';
import { useStore } from '#features/meetings/use-store.ts';
import { cx } from '#ui/cx.ts';

interface DeviceSelectProps {
  label: string;
  icon: LucideIcon;
  devices: readonly MediaDeviceInfo[];
  current: string | undefined;
  onChoose: (deviceId: string) => void;
}

function DeviceSelect({ label, icon: Icon, devices, current, onChoose }: DeviceSelectProps) {
  const id = useId();
  return (
    <div className="relative min-w-0 flex-1">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Icon size={18} aria-hidden="true" className="pointer-events-none absolute top-3 left-3 text-muted" />
      <select
        id={id}
        value={current ?? devices[0]?.deviceId ?? ''}
        disabled={devices.length === 0}
        onChange={(event) => onChoose(event.currentTarget.value)}
        className="h-11 w-full truncate rounded-control border border-line-strong bg-raised pr-2 pl-9 text-sm disabled:opacity-60"
      >
        {devices.length === 0 && <option value="">{label}: none yet</option>}
        {devices.map(({ deviceId, label: name }) => (
          <option key={deviceId} value={deviceId}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Chooses the microphone and the camera; side by side where there's space, unless `stacked`. */
export function DeviceChoice({ media, stacked = false }: { media: LocalMedia; stacked?: boolean }) {
  const { microphones, cameras, microphone, camera } = useStore(media);
  return (
    <div className={cx('flex w-full flex-col gap-2', !stacked && 'sm:flex-row')}>
      <DeviceSelect
        label="Microphone"
        icon={Mic}
        devices={microphones}
        current={microphone?.getSettings().deviceId}
        onChoose={(deviceId) => void media.choose('microphone', deviceId)}
      />
      <DeviceSelect
        label="Camera"
        icon={Video}
        devices={cameras}
        current={camera?.getSettings().deviceId}
        onChoose={(deviceId) => void media.choose('camera', deviceId)}
      />
    </div>
  );
}
