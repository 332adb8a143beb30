import { reportFailure } from '#app/report-failure.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { keepAnswers } from '#platform/stored-answers.ts';

/** What this tab has loaded. */
export const queryClient = createQueryClient(reportFailure);

keepAnswers(queryClient);

// The library takes it that the page was opened with a connection, and only asks again after it has seen one end.
if (!navigator.onLine) {
  const askAgain = () => void queryClient.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false });
  window.addEventListener('online', askAgain, { once: true });
}
