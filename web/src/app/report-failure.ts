import type { Failure } from '#platform/change.ts';
import { errorTexts } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import { offlineNotice, showOfflineNotice } from '#platform/unsent.ts';
import { showAlerts } from '#ui/alerts/alerts.ts';
import { toast } from '#ui/toast/toasts.ts';

/** Shows why a change failed: in a red toast with "key: value" lines, or in an alert. */
export function reportFailure(error: Error, { undone = 'nothing was changed', fails, failed }: Failure): void {
  logError('A call failed', error);
  const texts = failed === undefined ? errorTexts(error) : [failed];
  if (fails === 'alert') return void showAlerts(texts);
  const unsent = offlineNotice(error, undone);
  if (unsent !== null && fails === 'notice') showOfflineNotice(unsent);
  toast.error(unsent ?? failed ?? (error.message === '' ? texts.join('\n') : error.message));
}
