import {
  type NotificationSettings,
  settingTypes,
} from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { settingsOptions, useChangeSettings } from '#features/notifications/settings.data.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { Card } from '#ui/card/Card.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { ErrorState } from '#ui/states/States.tsx';

/** Rendered invisibly until the person's own settings have loaded, so that their space is reserved. */
const placeholder: NotificationSettings = {
  types: Object.fromEntries(
    settingTypes.map((type) => [type, { in_app: false, push: false, mail: false }]),
  ) as NotificationSettings['types'],
  mail: 'off',
  quiet: null,
  previews: true,
  ringtone: true,
  messages_from: 'everyone',
  read_marks: true,
  presence: true,
};

type Change = ReturnType<typeof useChangeSettings>['mutate'];

/** Cards that all show the same settings: if those can't be loaded, one reason stands in place of all. @param what "your privacy settings" */
export function SettingsCards({ what, children }: { what: string; children: ReactNode }) {
  const failure = useLoadFailure(useQuery(settingsOptions), what);
  return failure === null ? (
    children
  ) : (
    <Card>
      <ErrorState {...failure}>{failure.text}</ErrorState>
    </Card>
  );
}

interface SettingsCardProps {
  title: string;
  children: (settings: NotificationSettings, change: Change) => ReactNode;
}

/** A part of the settings, inside `SettingsCards`. Its changes are saved right away, and its heading says that they were. */
export function SettingsCard({ title, children }: SettingsCardProps) {
  const { data } = useQuery(settingsOptions);
  const { mutate, isPending, isSuccess, fault } = useChangeSettings();
  return (
    <Card className="flex flex-col gap-3 p-5 sm:p-6">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="font-semibold text-lg">{title}</h2>
        <p role="status" className="text-muted text-sm">
          {isPending ? 'Saving…' : isSuccess && 'Saved'}
        </p>
      </div>
      {data !== undefined ? (
        children(data, mutate)
      ) : (
        <Loading label={`Loading ${title}`} className="relative">
          <div inert aria-hidden="true" className="invisible flex flex-col gap-3">
            {children(placeholder, () => undefined)}
          </div>
          <Skeleton className="absolute inset-0 rounded-control" />
        </Loading>
      )}
      <FormError text={fault} />
    </Card>
  );
}
