import { storedUser } from '#platform/session.ts';

/** Milliseconds after page load for which the answer counts as current. */
const freshFor = 60_000;

interface InitialData {
  /** The call it answers. */
  address: string;
  /** The body, as JSON text. */
  text: string;
}

/**
 * The answer to the page's first call, which the server has put into the page. Undefined if there is none, or if it was made for
 * someone else (nobody: without a session) or too long ago.
 */
export function initialData(): InitialData | undefined {
  const element = document.getElementById('initial-data');
  const { call, user } = element?.dataset ?? {};
  if (element === null || call === undefined || user !== (storedUser()?.user_id ?? '')) return undefined;
  return performance.now() > freshFor ? undefined : { address: call, text: element.textContent };
}

/** The text of the initial data that answers a call, only once: a second request wants to know what has changed. */
export function takeInitialData(address: string): string | undefined {
  const answer = initialData();
  if (answer?.address !== address) return undefined;
  document.getElementById('initial-data')?.remove();
  return answer.text;
}

/** Takes away the page that the server drew, which was there until the app could draw its own. A worker's page has one whoever is signed in. */
export const removeFirstScreen = (): void => document.getElementById('first-screen')?.remove();
