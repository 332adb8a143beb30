import type { Endpoint, MultipartShape } from '@hubbub/contract/platform/endpoint.ts';
import { clientIdHeader, doneByHeader } from '@hubbub/contract/platform/headers.ts';
import { clientId } from '@hubbub/contract/platform/shapes.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SessionAnswer } from '#platform/database/session-statement.ts';
import { unauthenticated } from '#platform/errors/errors.ts';
import type { Claim, Repeats, StoredAnswer } from '#platform/repeats/repeats.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { checkBody } from './validation.ts';

const named = z.object({ client_id: clientId });

const bodysClientId = (fields: unknown): unknown =>
  typeof fields === 'object' && fields !== null && 'client_id' in fields ? fields.client_id : undefined;

/** A call's `client_id`. @param fields of its body or form, which take precedence over the header. @throws {HttpError} 422 */
const clientIdOf = (request: FastifyRequest, fields: unknown): string | undefined =>
  checkBody(named, { client_id: bodysClientId(fields) ?? request.headers[clientIdHeader] }).client_id;

/**
 * For actions that are sent later than they were performed: the browser's session may belong to somebody else by now.
 * @param caller only called if the request says who performed the action
 * @throws {HttpError} 401 if that wasn't the caller
 */
export async function checkDoneBy(
  { headers }: FastifyRequest,
  caller: () => Promise<Session | undefined> | Session | undefined,
): Promise<void> {
  const user = headers[doneByHeader];
  if (user !== undefined && (await caller())?.userId !== user) throw unauthenticated();
}

/** A call's form; that of a repeatable one takes a `client_id`, too. */
export const formOf = ({ multipart, repeatable }: Endpoint): MultipartShape | undefined =>
  multipart && repeatable ? { ...multipart, fields: multipart.fields.safeExtend(named.shape) } : multipart;

/** Fields with the header's `client_id`, if they take one and have none. @throws {HttpError} 422 */
export function withClientId<Fields extends object>(
  request: FastifyRequest,
  shape: MultipartShape,
  fields: Fields,
): Fields {
  return 'client_id' in shape.fields.shape ? { ...fields, client_id: clientIdOf(request, fields) } : fields;
}

/** Ends a call that has been answered before: nothing is done, and the files it sent are removed, as after a refusal. */
class AnsweredBefore extends Error {
  readonly answer: StoredAnswer;

  constructor(answer: StoredAnswer) {
    super('answered before');
    this.answer = answer;
  }
}

/** Reads an earlier answer again. */
type Again = (tokenHash: Buffer, madeId: string) => Promise<SessionAnswer<unknown>>;

/** A call that may be repeated. */
export interface Attempt {
  /** For `noteMade`; undefined without a `client_id`. */
  readonly id: string | undefined;
  /**
   * Called before anything is done. If another call with the same `client_id` is running, this waits for it; if it has been answered, this
   * ends the call.
   * @param caller only called with a `client_id`
   * @param fields of its body or form
   * @throws {HttpError} 422 for a `client_id` that breaks a rule, 401 without a session
   */
  begin(
    caller: () => Promise<Session | undefined> | Session | undefined,
    fields: unknown,
    again?: Again,
  ): Promise<void>;
}

/** Handles a call so that it's done once per `client_id`: this is the only place that stores answers and sends them again. */
export function repeating(
  repeats: Repeats,
  endpoint: Endpoint,
  handle: (request: FastifyRequest, reply: FastifyReply, attempt: Attempt) => Promise<unknown>,
) {
  const { status } = endpoint.answer;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    let claim: Claim | undefined;
    const textOf = (body: unknown) =>
      typeof body === 'string' ? body : reply.status(status).serialize(body).toString();
    const attempt: Attempt = {
      get id() {
        return claim?.attempt;
      },
      async begin(caller, fields, again) {
        const givenId = clientIdOf(request, fields);
        if (givenId === undefined) return;
        const session = await caller();
        if (!session) throw unauthenticated();
        const { userId, tokenHash } = session;
        const call = `${request.method} ${request.url.split('?', 1)[0]}`;
        const claimed = await repeats.claim({ user_id: userId, call, client_id: givenId });
        if (!('attempt' in claimed)) throw new AnsweredBefore(claimed);
        claim = claimed;
        if (claimed.madeId === null || !again) return;
        throw new AnsweredBefore({ status, body: textOf((await again(tokenHash, claimed.madeId))?.body) });
      },
    };
    const answer = ({ status, body }: StoredAnswer) => {
      reply.status(status).header('content-type', 'application/json; charset=utf-8');
      return body;
    };
    try {
      const given = await handle(request, reply, attempt);
      if (claim === undefined) return given;
      const done = { status: endpoint.existing ? reply.statusCode : status, body: textOf(given) };
      await claim.succeed(done);
      return answer(done);
    } catch (error) {
      if (!(error instanceof AnsweredBefore)) {
        await claim?.fail();
        throw error;
      }
      await claim?.succeed(error.answer);
      return answer(error.answer);
    }
  };
}
