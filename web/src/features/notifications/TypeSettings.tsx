import { notificationTypes } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { typeLabels } from '#features/notifications/notifications.rules.ts';
import { SettingsCard } from '#features/notifications/SettingsCard.tsx';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { Skeleton } from '#ui/skeleton/Skeleton.tsx';

/** Which kinds of notifications the person wants to see. */
export function TypeSettings() {
  return (
    <SettingsCard
      title="What to show"
      what="your notification settings"
      skeleton={<Skeleton className="h-160 w-full rounded-control" />}
    >
      {({ types }, change) => (
        <>
          <p className="text-muted text-sm">
            What you turn off isn't listed or counted. It comes back if you turn it on.
          </p>
          <ul className="flex flex-col">
            {notificationTypes.map((type) => (
              <li key={type}>
                <Checkbox
                  label={typeLabels[type]}
                  checked={types[type].in_app}
                  onCheckedChange={(in_app) => change({ types: { [type]: { in_app } } })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </SettingsCard>
  );
}
