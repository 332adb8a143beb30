import { type LucideIcon, Mic, Video, Volume2 } from 'lucide-react';
import { LevelMeter } from '#features/meetings/LevelMeter.tsx';
import type { LocalMedia } from '#features/meetings/local-media.ts';
import { useStore } from '#platform/store.ts';
import { cx } from '#ui/cx.ts';
import { SelectField } from '#ui/field/SelectField.tsx';

interface DeviceSelectProps {
  label: string;
  icon: LucideIcon;
  devices: readonly MediaDeviceInfo[];
  /** The id of the one that's used, or will be. */
  current: string | undefined;
  /** Its name shows on phones, too. */
  isNamed: boolean;
  onChoose: (deviceId: string) => void;
}

function DeviceSelect({ label, icon, devices, current, isNamed, onChoose }: DeviceSelectProps) {
  const none = { value: '', label: `${label}: none yet` };
  return (
    <div className="min-w-0 flex-1">
      <SelectField
        label={label}
        hideLabel={isNamed ? false : 'on phones'}
        icon={icon}
        value={current ?? devices[0]?.deviceId ?? ''}
        disabled={devices.length === 0}
        onChange={onChoose}
        options={devices.length === 0 ? [none] : devices.map((each) => ({ value: each.deviceId, label: each.label }))}
      />
    </div>
  );
}

/** Shows people whether the microphone picks up their voice. */
function Heard({ media }: { media: LocalMedia }) {
  const { microphone, audioOn } = useStore(media);
  if (!audioOn) return <p className="text-muted text-sm">Your microphone is off.</p>;
  return (
    <p className="flex items-center gap-2 text-muted text-sm">
      <LevelMeter track={microphone} /> Say something: the marks move if you're heard.
    </p>
  );
}

/**
 * Chooses the microphone, the camera, and where browsers let one the speaker; side by side where there's space, unless `stacked`, which
 * also shows whether the microphone works.
 */
export function DeviceChoice({ media, stacked = false }: { media: LocalMedia; stacked?: boolean }) {
  const { microphones, cameras, speakers, microphone, camera, chosen } = useStore(media);
  return (
    <div className={cx('flex w-full flex-col', stacked ? 'gap-4' : 'gap-2 sm:flex-row')}>
      <DeviceSelect
        label="Microphone"
        icon={Mic}
        devices={microphones}
        current={microphone?.getSettings().deviceId ?? chosen.microphone}
        isNamed={stacked}
        onChoose={(deviceId) => void media.choose('microphone', deviceId)}
      />
      {stacked && <Heard media={media} />}
      <DeviceSelect
        label="Camera"
        icon={Video}
        devices={cameras}
        current={camera?.getSettings().deviceId ?? chosen.camera}
        isNamed={stacked}
        onChoose={(deviceId) => void media.choose('camera', deviceId)}
      />
      {speakers.length > 0 && (
        <DeviceSelect
          label="Speaker"
          icon={Volume2}
          devices={speakers}
          current={chosen.speaker}
          isNamed={stacked}
          onChoose={(deviceId) => void media.choose('speaker', deviceId)}
        />
      )}
    </div>
  );
}
