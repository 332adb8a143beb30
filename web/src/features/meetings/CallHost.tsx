import { useAnswer } from '#features/meetings/use-answer.ts';
import { useCallsLive } from '#features/meetings/use-calls-live.ts';
import { late } from '#ui/late/late.tsx';

const RingingCall = late(async () => (await import('#features/meetings/RingingCall.tsx')).RingingCall, {
  name: 'The call',
  whenIdle: true,
  failed: () => null,
});

/** Shows a call that rings, over whatever page is open. */
export function CallHost() {
  const call = useCallsLive();
  const room = useAnswer();
  return call === undefined ? null : <RingingCall key={call.call_id} call={call} isAnswered={call.room_id === room} />;
}
