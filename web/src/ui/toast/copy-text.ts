import { messages } from '@hubbub/contract/platform/messages.ts';
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

/** Copies a text. Rejects if the browser doesn't allow it. */
export async function copyToClipboard(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return await navigator.clipboard.writeText(text);
  // Over plain http in a local network there's only the command, which asks the page what to copy.
  const answer = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', answer, { capture: true });
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', answer, { capture: true });
  if (!isCopied) throw new DOMException("The browser doesn't let this page copy", 'NotAllowedError');
}
