import { messages } from '@hubbub/contract/platform/messages.ts';
import { toast } from '#ui/toast/toasts.ts';

/** Copies a text or a link, and says so. @param failed what's said if the browser doesn't allow it; null: nothing, it's only logged */
export async function copyText(
  text: string,
  failed: string | null = "We couldn't copy this. Select it and copy it yourself.",
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(messages.copied);
  } catch (error) {
    console.error("A text couldn't be copied", error);
    if (failed !== null) toast.error(failed);
  }
}
