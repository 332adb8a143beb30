import { useQuery } from '@tanstack/react-query';
import { devicesOptions, useRemoveDevice, useTestPushes } from '#features/notifications/push.data.ts';
import { SettingsCard } from '#features/notifications/SettingsCard.tsx';
import { useNow } from '#platform/now.ts';
import { exactTime, relativeTime } from '#platform/time.ts';
import { Button } from '#ui/button/Button.tsx';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { toast } from '#ui/toast/toasts.ts';

/** The devices on which the person gets notifications, a test of them, and how much they say. Nothing while there are none. */
export function PushDevices() {
  const devices = useQuery(devicesOptions).data ?? [];
  const test = useTestPushes();
  if (devices.length === 0) return null;
  const say = (sent: number) => {
    if (sent === 0)
      toast.error(
        "We couldn't reach any of your devices. Try again later, or turn notifications off and on again there.",
      );
    else toast.success(sent === 1 ? 'Sent to one device' : `Sent to ${sent} devices`);
  };
  return (
    <SettingsCard title="Your devices">
      {({ previews }, change) => (
        <>
          <Checkbox
            label="Say who wrote what"
            hint="If you turn this off, they only say that there's something new."
            checked={previews}
            onCheckedChange={(isOn) => change({ previews: isOn })}
          />
          <ul aria-label="Devices with notifications" className="divide-y divide-line">
            {devices.map((device) => (
              <Device key={device.device_id} {...device} />
            ))}
          </ul>
          <div>
            <Button
              tone="secondary"
              pending={test.isPending}
              onClick={() => test.mutate(undefined, { onSuccess: say })}
            >
              Send a test
            </Button>
          </div>
          <FormError text={test.fault} />
        </>
      )}
    </SettingsCard>
  );
}

interface DeviceProps {
  device_id: string;
  device: string;
  created_at: string;
  last_sent_at: string | null;
  current: boolean;
}

function Device({ device_id, device, created_at, last_sent_at, current }: DeviceProps) {
  const now = useNow();
  const remove = useRemoveDevice();
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          <bdi className="break-words">{device}</bdi>
        </p>
        <p className="text-muted text-sm">
          {current && <span className="font-medium text-accent-text">This device · </span>}
          {last_sent_at === null ? (
            <>
              Turned on <time dateTime={created_at}>{exactTime(created_at)}</time>
            </>
          ) : (
            <>
              Last sent{' '}
              <time dateTime={last_sent_at} title={exactTime(last_sent_at)}>
                {relativeTime(last_sent_at, now)}
              </time>
            </>
          )}
        </p>
      </div>
      {!current && (
        <Button
          tone="secondary"
          size="sm"
          pending={remove.isPending}
          onClick={() =>
            remove.mutate(device_id, { onSuccess: () => toast.success(`${device} no longer gets notifications`) })
          }
          aria-label={`Turn off on ${device}, turned on ${exactTime(created_at)}`}
        >
          Turn off
        </Button>
      )}
    </li>
  );
}
