import { SettingsCard } from '#features/notifications/SettingsCard.tsx';
import { RadioList } from '#ui/radio-list/RadioList.tsx';

const choices = [
  { value: 'off', label: 'Never', hint: 'You only see what you missed when you come back.' },
  { value: 'daily', label: 'Once a day', hint: "If there's something new you haven't read." },
  { value: 'weekly', label: 'Once a week', hint: "If there's something new you haven't read." },
] as const;

/** How often the person gets a summary of what they missed. */
export function MailSettings() {
  return (
    <SettingsCard title="Summary by email">
      {({ mail }, change) => (
        <div className="-mx-2 -mt-2">
          <RadioList
            label="How often you get a summary of what you missed"
            value={mail}
            onChange={(chosen) => change({ mail: chosen })}
            options={choices}
          />
        </div>
      )}
    </SettingsCard>
  );
}
