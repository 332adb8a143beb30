import type { Endpoint } from '@hubbub/contract/platform/endpoint.ts';
import type { InitialDataName, PageName } from '@hubbub/contract/platform/pages.ts';
import type { SessionAnswer } from '#platform/database/session-statement.ts';
import type { LimitRule } from '#platform/rate-limits/rate-limits.ts';

/** The first call that a page of the app makes, which the server answers together with the page. */
export interface InitialCall<Body> {
  endpoint: Endpoint;
  /** Path and query, exactly as the app writes them: built from the page's parameters, or from the answer if only that has them. */
  address(params: Record<string, string>, body: Body): string;
  limits: readonly LimitRule[];
  /**
   * The page's next request: path and query, exactly as the app writes them. The browser fetches it while the app's code loads.
   * @param query the page's
   */
  next?(query: URLSearchParams): string | undefined;
  /** The call's statement; a string answer is already the contract's JSON. */
  read(tokenHash: Buffer, params: Record<string, string>): Promise<SessionAnswer<Body>>;
}

/** The first call of a page that's open to people without a session, as it answers them. */
export interface PublicInitialCall<Body> {
  endpoint: Endpoint;
  /** Path and query, exactly as the app writes them. */
  address: string;
  limits: readonly LimitRule[];
  readPublic(): Promise<Body>;
}

/** Features register here how to read a page's initial data; the page then includes the answer, which saves the app a round trip. */
export interface InitialData {
  provide<Body>(name: InitialDataName, call: InitialCall<Body> | PublicInitialCall<Body>): void;
}

/** A link's preview where it's shared. Members' texts are for members only, so it only says what kind of page it is. */
export interface Preview {
  title: string;
  description: string;
}

/** Features register here what link previews of their pages show. */
export type Previews = Map<PageName, Preview>;
