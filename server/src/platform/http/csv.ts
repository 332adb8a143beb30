import type { FastifyInstance } from 'fastify';

/** A body that came as `text/csv`. Parsing it costs, so that waits until the session and the limits are checked. */
class CsvBody {
  readonly read: () => unknown;

  constructor(read: () => unknown) {
    this.read = read;
  }
}

/** Lets the routes of a scope take `text/csv`. @param read makes the call's body of a text; may throw a refusal */
export function acceptCsv(scope: FastifyInstance, read: (text: string) => unknown): void {
  scope.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) => {
    done(null, new CsvBody(() => read(body.toString())));
  });
}

/** A request's body as an object. @throws what reading its CSV throws */
export function readBody(body: unknown): unknown {
  return body instanceof CsvBody ? body.read() : (body ?? {});
}
