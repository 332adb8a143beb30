import { CircleCheck, TriangleAlert } from 'lucide-react';
import { type Strength, type StrengthWords, wordsFor } from '#features/accounts/password-strength.rules.ts';
import { usePaused } from '#platform/use-paused.ts';
import { cx } from '#ui/cx.ts';
import { lazyCode, useLazyCode } from '#ui/late/late-code.ts';

/** What measures passwords: it's fetched once somebody is about to choose one. */
const strengthCode = lazyCode(async () => (await import('#features/accounts/measure-strength.ts')).measureStrength);

const colors: Record<StrengthWords['tone'], string> = {
  weak: 'bg-danger-text',
  fair: 'bg-muted',
  strong: 'bg-accent',
};

const unmeasured: StrengthWords = { tone: 'fair', bars: 0, text: '' };

/**
 * Its space, two lines on a phone, is reserved before it says anything, so that the button below doesn't move while somebody presses it.
 */
function Meter({ strength }: { strength: Strength | undefined }) {
  const { tone, bars, text } = strength === undefined ? unmeasured : wordsFor(strength);
  const Icon = tone === 'strong' ? CircleCheck : TriangleAlert;
  return (
    <>
      <span aria-hidden="true" className="flex gap-1">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={cx('h-1 flex-1 rounded-full', bar <= bars ? colors[tone] : 'bg-line')} />
        ))}
      </span>
      <span className="flex min-h-10 items-start gap-1.5 text-sm sm:min-h-5">
        {text !== '' && (
          <>
            <Icon
              size={16}
              aria-hidden="true"
              className={cx('mt-0.5 shrink-0', tone === 'weak' ? 'text-danger-text' : 'text-muted')}
            />
            <span>{text}</span>
          </>
        )}
      </span>
    </>
  );
}

/** Says in words how hard a password is to guess, once somebody stops typing. It's advice: what the server refuses, it refuses itself. */
export function PasswordStrength({ password, personal }: { password: string; personal: readonly string[] }) {
  const { value: measure } = useLazyCode(strengthCode);
  const shown = usePaused(password);
  return (
    <div role="status" className="-mt-3 flex flex-col gap-1.5">
      <Meter strength={shown === '' ? undefined : measure?.(shown, personal)} />
    </div>
  );
}
