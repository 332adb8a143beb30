import { storedUser } from '#platform/session.ts';

/** Milliseconds from the beginning of the page in which the answer is taken for the present. */
const freshFor = 60_000;

interface EarlyAnswer {
  /** The call that it answers. */
  address: string;
  /** The body, as JSON text. */
  text: string;
}

/**
 * What the server has put into the page: the answer to the first call that the page will make. Undefined when there is none, when it was made for
 * somebody else than who is signed in here, or too long ago.
 */
export function earlyAnswer(): EarlyAnswer | undefined {
  const element = document.getElementById('early-answer');
  const { call, user } = element?.dataset ?? {};
  if (element === null || call === undefined || user !== storedUser()?.user_id) return undefined;
  return performance.now() > freshFor ? undefined : { address: call, text: element.textContent };
}

/** The text of the early answer to a call, once: whoever asks again wants to know what has changed. */
export function takeEarlyAnswer(address: string): string | undefined {
  const answer = earlyAnswer();
  if (answer?.address !== address) return undefined;
  document.getElementById('early-answer')?.remove();
  return answer.text;
}
