import type { ReportKind } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { createStore } from '#platform/store.ts';

/** What's being reported. */
export interface Reported {
  kind: ReportKind;
  id: string;
  username: string | null;
}

const store = createStore<Reported | undefined>(undefined);

/** What's being reported now. */
export const reporting = { state: store.state, subscribe: store.subscribe };

/** Opens the dialog about something; undefined closes it. */
export const openReport = store.set;
