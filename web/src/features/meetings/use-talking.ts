import { useQuery } from '@tanstack/react-query';
import { useStore } from '#features/meetings/use-store.ts';
import { joinVoice, type VoiceStay, voice } from '#features/meetings/voice.ts';
import { siteOptions } from '#features/site/public.ts';

/** The voice channel the person is in on this page, and joining another; undefined where the site holds its meetings elsewhere. */
export function useTalking(): { currentId: string | undefined; join: (stay: VoiceStay) => void } | undefined {
  const { stay } = useStore(voice);
  const isOffered = useQuery(siteOptions).data?.calls === true;
  return isOffered ? { currentId: stay?.roomId, join: joinVoice } : undefined;
}
