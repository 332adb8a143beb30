import { useState } from 'react';
import { useTextDraft } from '#platform/drafts.ts';

/** What somebody typed instead of a proposed text, even if it's nothing; undefined: the proposal stands. It survives a reload. */
export function useTypedText(name: string) {
  const [typed, setTyped] = useState<string>();
  const [draft, setDraft] = useTextDraft(name);
  const write = (text: string) => {
    setTyped(text);
    setDraft(text);
  };
  return [typed ?? (draft || undefined), write] as const;
}
