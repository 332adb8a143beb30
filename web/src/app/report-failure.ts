import { errorTexts } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import { offlineNotice } from '#platform/unsent.ts';
import { toast } from '#ui/toast/toasts.ts';

/**
 * The default handler: "key: value" lines in a red toast.
 * @param undone the consequence if the call didn't reach the server: "your vote wasn't saved"
 */
export function reportFailure(error: Error, undone = 'nothing was changed'): void {
  logError('A call failed', error);
  toast.error(offlineNotice(error, undone) ?? (error.message === '' ? errorTexts(error).join('\n') : error.message));
}
