import { SettingsCard } from '#features/notifications/SettingsCard.tsx';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';

/** Whether calls ring. */
export function RingtoneSetting() {
  return (
    <SettingsCard title="Calls">
      {({ ringtone }, change) => (
        <Checkbox
          label="Play a ringtone"
          hint="Calls always show. They're silent in quiet hours."
          checked={ringtone}
          onCheckedChange={(isOn) => change({ ringtone: isOn })}
        />
      )}
    </SettingsCard>
  );
}
