import type { FastifyInstance } from 'fastify';

/** A body that arrived as `text/csv`. Parsing it is expensive, so it waits until the session and the limits are checked. */
class CsvBody {
  readonly read: () => unknown;

  constructor(read: () => unknown) {
    this.read = read;
  }
}

/** Lets the routes of a scope take `text/csv`. @param read turns a file into the call's body; may throw a refusal */
export function acceptCsv(scope: FastifyInstance, read: (file: Buffer) => unknown): void {
  scope.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, new CsvBody(() => read(Buffer.from(body))));
  });
}

/** A request's body as an object. @throws what reading its CSV throws */
export function readBody(body: unknown): unknown {
  return body instanceof CsvBody ? body.read() : (body ?? {});
}
