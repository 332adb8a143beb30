import { reportFailure } from '#app/report-failure.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { keepAnswers } from '#platform/stored-answers.ts';

/** What this tab has loaded. */
export const queryClient = createQueryClient(reportFailure);

keepAnswers(queryClient);
