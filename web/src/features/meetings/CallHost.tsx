import { useAnswer } from '#features/meetings/use-answer.ts';
import { useCallsLive } from '#features/meetings/use-calls-live.ts';
import { useStore } from '#features/meetings/use-store.ts';
import { voice } from '#features/meetings/voice.ts';
import { late } from '#ui/late/late.tsx';

const RingingCall = late(async () => (await import('#features/meetings/RingingCall.tsx')).RingingCall, {
  name: 'The call',
  whenIdle: true,
  failed: () => null,
});

const VoiceSound = late(async () => (await import('#features/meetings/VoiceSound.tsx')).VoiceSound, {
  name: 'The voice channel',
});

/** Shows a call that rings, and keeps a voice channel open, over whatever page is open. */
export function CallHost() {
  const call = useCallsLive();
  const room = useAnswer();
  const { stay } = useStore(voice);
  return (
    <>
      {stay !== undefined && <VoiceSound key={stay.roomId} roomId={stay.roomId} />}
      {call !== undefined && <RingingCall key={call.call_id} call={call} isAnswered={call.room_id === room} />}
    </>
  );
}
