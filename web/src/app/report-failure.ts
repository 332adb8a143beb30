import type { Failure } from '#platform/change.ts';
import { ApiError, errorTexts } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import { unreachable } from '#platform/raw-answer.ts';
import { offlineNotice, showOfflineNotice } from '#platform/unsent.ts';
import { showAlerts } from '#ui/alerts/alerts.ts';
import { StaleVersionError, UnfetchedError } from '#ui/late/fetch-code.ts';
import { toast } from '#ui/toast/toasts.ts';

/** What people read if the code for an action couldn't be loaded, as if its call hadn't reached the server. */
function withLoading(error: Error): Error {
  if (error instanceof StaleVersionError) return new Error('Hubbub has been updated. Reload the page to continue.');
  return error instanceof UnfetchedError ? new ApiError(0, unreachable) : error;
}

/** Shows why a change failed: in a red toast with "key: value" lines, or in an alert. */
export function reportFailure(cause: Error, { undone = 'nothing was changed', fails, failed }: Failure): void {
  logError('A call failed', cause);
  const error = withLoading(cause);
  const texts = failed === undefined ? errorTexts(error) : [failed];
  if (fails === 'alert') return void showAlerts(texts);
  const unsent = offlineNotice(error, undone);
  if (unsent !== null && fails === 'notice') showOfflineNotice(unsent);
  toast.error(unsent ?? failed ?? (error.message === '' ? texts.join('\n') : error.message));
}
