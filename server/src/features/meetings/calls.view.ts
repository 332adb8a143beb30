import type { Call } from '@hubbub/contract/features/meetings/calls.shapes.ts';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import type { Author } from '@hubbub/contract/platform/shapes.ts';
import type { CallPerson, CallRow } from './calls.queries.ts';

export const author = ({
  username,
  name,
  profile_path,
}: Pick<CallPerson, 'username' | 'name' | 'profile_path'>): Author => ({
  username,
  name,
  profile_path: profile_path ?? defaultProfilePath,
});

/** @param people everyone in or asked to the call, including the person who started it */
export function viewCall(call: CallRow, people: readonly CallPerson[]): Call {
  return {
    call_id: call.id,
    room_id: call.room_id,
    code: call.code,
    started_by: author(people.find(({ user_id }) => user_id === call.started_by) as CallPerson),
    started_at: call.started_at.toISOString(),
    ended_at: call.ended_at?.toISOString() ?? null,
    people: call.ended_at ? [] : people.filter(({ isPresent, isHidden }) => isPresent && !isHidden).map(author),
    ringing: people.filter(({ state, isBarred }) => state === 'ringing' && !isBarred).map(author),
  };
}
