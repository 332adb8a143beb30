import { type SettingType, settingTypes } from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import { canPush } from '#features/notifications/push.data.ts';
import { SettingsCard } from '#features/notifications/SettingsCard.tsx';
import { type Way, wayLabels, waysOf } from '#features/notifications/settings.rules.ts';
import { typeLabel } from '#features/notifications/types.ts';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';

const columns = (takesPushes: boolean): Way[] => (takesPushes ? ['in_app', 'push', 'mail'] : ['in_app', 'mail']);

/** What the person is notified of, and how. */
export function TypeSettings() {
  const ways = columns(canPush());
  return (
    <SettingsCard title="What you hear about">
      {({ types }, change) => (
        <>
          <p className="text-muted text-sm">
            What you turn off in the app isn't listed or counted. It comes back if you turn it on. Email is for the
            summary below.
          </p>
          <table className="w-full table-fixed border-collapse">
            <thead>
              <tr className="border-line border-b text-muted text-sm">
                <th scope="col" className="pb-2 text-start font-medium">
                  <span className="sr-only">Kind</span>
                </th>
                {ways.map((way) => (
                  <th key={way} scope="col" className="w-12 pb-2 text-center font-medium sm:w-20">
                    {wayLabels[way]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {settingTypes.map((type) => (
                <tr key={type} className="border-line border-b last:border-b-0">
                  <th scope="row" className="hyphens-auto py-1 pe-2 text-start font-normal">
                    {typeLabel(type)}
                  </th>
                  {ways.map((way) => (
                    <td key={way} className="p-0 text-center align-middle">
                      <Choice
                        type={type}
                        way={way}
                        checked={types[type][way]}
                        onChange={(chosen) => change({ types: { [type]: { [way]: chosen } } })}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </SettingsCard>
  );
}

interface ChoiceProps {
  type: SettingType;
  way: Way;
  checked: boolean;
  onChange: (chosen: boolean) => void;
}

function Choice({ type, way, checked, onChange }: ChoiceProps) {
  if (!waysOf(type).includes(way)) {
    return (
      <span className="text-muted">
        <span aria-hidden="true">–</span>
        <span className="sr-only">Can't be chosen</span>
      </span>
    );
  }
  return (
    <Checkbox
      hideLabel
      label={`${typeLabel(type)}, ${wayLabels[way].toLowerCase()}`}
      checked={checked}
      onCheckedChange={onChange}
    />
  );
}
