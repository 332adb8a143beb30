import { messages } from '@hubbub/contract/platform/messages.ts';
import { copyToClipboard } from '#platform/clipboard.ts';
import { toast } from '#ui/toast/toasts.ts';

/** What people read if the browser doesn't let us copy. */
export const couldNotCopy = "We couldn't copy this. Select it and copy it yourself.";

/** Copies a text or a link, and says so. @param failed what's said if the browser doesn't allow it; null: nothing, it's only logged */
export async function copyText(text: string, failed: string | null = couldNotCopy): Promise<void> {
  try {
    await copyToClipboard(text);
    toast.success(messages.copied);
  } catch (error) {
    console.error("A text couldn't be copied", error);
    if (failed !== null) toast.error(failed);
  }
}
