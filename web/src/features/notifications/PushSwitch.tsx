import { canPush, PushDenied, usePushSupport, useSwitchPush } from '#features/notifications/push.data.ts';
import { Card } from '#ui/card/Card.tsx';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { FormError } from '#ui/form/FormError.tsx';

/** Turns notifications on this device on and off. Nothing in browsers that can't receive pushes. */
export function PushSwitch() {
  return canPush() && <Switch />;
}

function Switch() {
  const support = usePushSupport();
  const { mutate, isPending, error, fault } = useSwitchPush(support);
  const denied = 'Your browser blocks notifications from here. Allow them in its settings, and try again.';
  return (
    <Card className="flex flex-col gap-3 p-5 sm:p-6">
      <h2 className="font-semibold text-lg">This device</h2>
      <Checkbox
        label="Show notifications on this device"
        hint="You get them while the app is closed, too, until you log out here."
        checked={support !== undefined && support.subscription !== null}
        disabled={isPending || support === undefined}
        onCheckedChange={(isOn) => mutate(isOn)}
      />
      <FormError text={error instanceof PushDenied ? denied : fault} />
    </Card>
  );
}
