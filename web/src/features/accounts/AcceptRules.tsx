import { useState } from 'react';
import { ApiError } from '#platform/errors.ts';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';

/**
 * The checkbox for accepting the rules, which a site may require before somebody joins.
 * @param asks whether it does, as far as the page knows: it's also there once the server has asked
 */
export function useAcceptRules(asks: boolean) {
  const [accepts, setAccepts] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);
  return {
    /** What to send along. */
    accepted: accepts ? { accepts_rules: true } : {},
    noticeRefusal: (failure: unknown) => {
      if (failure instanceof ApiError && 'rules' in failure.fields) setWasAsked(true);
    },
    tick: (asks || wasAsked) && <Checkbox label="I accept the rules" checked={accepts} onCheckedChange={setAccepts} />,
  };
}
