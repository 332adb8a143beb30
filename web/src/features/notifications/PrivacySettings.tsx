import { SettingsCard, SettingsCards } from '#features/notifications/SettingsCard.tsx';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { RadioList } from '#ui/radio-list/RadioList.tsx';

const senders = [
  { value: 'everyone', label: 'Everyone', hint: 'Anyone on this site can message you.' },
  {
    value: 'known',
    label: 'People you know',
    hint: "People you follow or share a community with. Anyone else's first message waits as a request.",
  },
  { value: 'nobody', label: 'Nobody new', hint: 'Only people you already have a conversation with.' },
] as const;

/** Who may message the person, and what they show others about themselves. */
export function PrivacySettings() {
  return (
    <SettingsCards what="your privacy settings">
      <SettingsCard title="Messages and presence">
        {(settings, change) => (
          <>
            <h3 className="font-medium">Who can message you</h3>
            <div className="-mx-2 -mt-2">
              <RadioList
                label="Who can message you"
                value={settings.messages_from}
                onChange={(messages_from) => change({ messages_from })}
                options={senders}
              />
            </div>
            <Checkbox
              label="Show what you've read"
              hint="You also see what others have read. If you turn this off, neither of you does."
              checked={settings.read_marks}
              onCheckedChange={(read_marks) => change({ read_marks })}
            />
            <Checkbox
              label="Show when you're online"
              hint="You also see when others are. If you turn this off, neither of you does."
              checked={settings.presence}
              onCheckedChange={(presence) => change({ presence })}
            />
          </>
        )}
      </SettingsCard>
    </SettingsCards>
  );
}
