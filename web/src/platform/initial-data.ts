import { storedUser } from '#platform/session.ts';

/** Milliseconds from the beginning of the page in which the answer is taken for the present. */
const freshFor = 60_000;

interface InitialData {
  /** The call that it answers. */
  address: string;
  /** The body, as JSON text. */
  text: string;
}

/**
 * What the server has put into the page: the answer to the first call that the page will make. Undefined when there is none, when it was made for
 * somebody else than who is signed in here, or too long ago.
 */
export function initialData(): InitialData | undefined {
  const element = document.getElementById('initial-data');
  const { call, user } = element?.dataset ?? {};
  if (element === null || call === undefined || user !== storedUser()?.user_id) return undefined;
  return performance.now() > freshFor ? undefined : { address: call, text: element.textContent };
}

/** The text of the initial data that answers a call, once: whoever asks again wants to know what has changed. */
export function takeInitialData(address: string): string | undefined {
  const answer = initialData();
  if (answer?.address !== address) return undefined;
  document.getElementById('initial-data')?.remove();
  return answer.text;
}
