import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { faultOf, Waiting } from '#platform/errors.ts';

/** How people learn that something they did failed. */
export interface Failure {
  /** The consequence if it doesn't reach the server: "your vote wasn't saved". */
  undone?: string | undefined;
  /**
   * Where they read it: in a short message (a toast), which is usual; in an alert, if they have to know; at the bottom of the page as
   * well, if it didn't reach the server; or where it was done, which shows `fault` itself.
   */
  fails?: 'toast' | 'alert' | 'notice' | 'here' | undefined;
  /** What they read instead of the server's text. */
  failed?: string | undefined;
}

/** What shows before the server has answered. */
interface Shown<Answer> {
  /** The server has it. */
  keep?: (answer: Answer) => unknown;
  undo: (error: Error) => unknown;
  /** It's queued for later (`callQueued`); what shows stays. */
  wait?: () => unknown;
}

type Library<Answer, Given> = UseMutationOptions<Answer, Error, Given, Shown<Answer> | undefined>;

interface Change<Answer, Given> extends Failure {
  mutationKey?: readonly unknown[];
  /** Those with the same one run one after another. */
  scope?: { id: string };
  mutationFn: (given: Given) => Promise<Answer>;
  /** Shows what's wanted right away. */
  show?: (given: Given) => Shown<Answer> | Promise<Shown<Answer>>;
  /** It's queued for later (`callQueued`). */
  onWaiting?: (given: Given) => unknown;
  onSuccess?: (answer: Answer, given: Given) => unknown;
  onSettled?: (answer: Answer | undefined, error: Error | null, given: Given) => unknown;
}

/**
 * The one way to change something: whether it's pending, what went wrong and who says so, and what shows meanwhile. Everything that's
 * the same for all changes is here and in the query client; failures are shown once.
 */
export function useChange<Answer, Given = void>(change: Change<Answer, Given>) {
  const { undone, fails, failed, show, mutationFn, onWaiting, onSuccess, ...others } = change;
  const mutation = useMutation<Answer, Error, Given, Shown<Answer> | undefined>({
    ...(others as Library<Answer, Given>),
    meta: { undone, fails, failed },
    // What was given may be a password: it's forgotten with the component.
    gcTime: 0,
    mutationFn: (given) => mutationFn(given),
    onMutate: (given) => show?.(given),
    onSuccess: async (answer, given, shown) => {
      await shown?.keep?.(answer);
      await onSuccess?.(answer, given);
    },
    onError: (error, given, shown) => {
      if (!(error instanceof Waiting)) return void shown?.undo(error);
      shown?.wait?.();
      onWaiting?.(given);
    },
  });
  return { ...mutation, fault: faultOf(mutation.error) };
}
