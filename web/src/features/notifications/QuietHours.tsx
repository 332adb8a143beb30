import type { Quiet } from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import { useState } from 'react';
import { SettingsCard } from '#features/notifications/SettingsCard.tsx';
import { timezonesWith } from '#features/notifications/settings.rules.ts';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { cx } from '#ui/cx.ts';
import { controlClasses, Field } from '#ui/field/Field.tsx';
import { SelectField } from '#ui/field/SelectField.tsx';

const ownTimezone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
const usual = (): Quiet => ({ from: '22:00', to: '07:00', timezone: ownTimezone() });

/** When nothing is pushed to the person's devices. */
export function QuietHours() {
  return (
    <SettingsCard title="Quiet hours">
      {({ quiet }, change) => (
        <>
          <Checkbox
            label="Keep my devices quiet at night"
            hint="Nothing is sent to them between these times. It's all in your notifications."
            checked={quiet !== null}
            onCheckedChange={(isQuiet) => change({ quiet: isQuiet ? usual() : null })}
          />
          {quiet !== null && <Times quiet={quiet} onChange={(next) => change({ quiet: next })} />}
        </>
      )}
    </SettingsCard>
  );
}

function Times({ quiet, onChange }: { quiet: Quiet; onChange: (quiet: Quiet) => void }) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-[8rem_8rem_1fr]">
      <Time label="From" value={quiet.from} onChange={(from) => onChange({ ...quiet, from })} />
      <Time label="To" value={quiet.to} onChange={(to) => onChange({ ...quiet, to })} />
      <div className="col-span-2 sm:col-span-1">
        <SelectField
          label="Time zone"
          value={quiet.timezone}
          onChange={(timezone) => onChange({ ...quiet, timezone })}
          options={timezonesWith(quiet.timezone).map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        />
      </div>
    </div>
  );
}

/** A time of day, saved once it's complete. */
function Time({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const [draft, setDraft] = useState<string>();
  return (
    <Field label={label}>
      {(field) => (
        <input
          {...field}
          type="time"
          required
          className={cx(controlClasses, 'min-h-12 px-3')}
          value={draft ?? value}
          onChange={({ target }) => setDraft(target.value)}
          onBlur={() => {
            if (draft !== undefined && draft !== '' && draft !== value) onChange(draft);
            setDraft(undefined);
          }}
        />
      )}
    </Field>
  );
}
