import fastJson from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';

/**
 * Compiles a route's serializer when its first answer is sent. Compiling all of them would take most of a start, and most are for
 * errors, which the error handler writes itself.
 */
export function compileSerializersLate(app: FastifyInstance): void {
  app.setSerializerCompiler(({ schema }) => {
    let serialize: ((data: unknown) => string) | undefined;
    return (data: unknown) => {
      serialize ??= fastJson(schema as fastJson.Schema);
      return serialize(data);
    };
  });
}
