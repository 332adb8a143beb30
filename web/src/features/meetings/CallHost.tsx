import { currentCall } from '#features/meetings/current-call.ts';
import { useAnswer } from '#features/meetings/use-answer.ts';
import { useCallsLive } from '#features/meetings/use-calls-live.ts';
import { useStore } from '#platform/store.ts';
import { late } from '#ui/late/late.tsx';

const RingingCall = late(async () => (await import('#features/meetings/RingingCall.tsx')).RingingCall, {
  name: 'The call',
  whenIdle: true,
  failed: () => null,
});

const CallSound = late(async () => (await import('#features/meetings/CallSound.tsx')).CallSound, {
  name: 'The call',
});

/** Shows a call that rings, and keeps the one the person is in open, over whatever page is open. */
export function CallHost() {
  const call = useCallsLive();
  const room = useAnswer();
  const { joined, attempt } = useStore(currentCall);
  return (
    <>
      {joined !== undefined && <CallSound key={attempt} joined={joined} />}
      {call !== undefined && <RingingCall key={call.call_id} call={call} isAnswered={call.room_id === room} />}
    </>
  );
}
