import fastJson from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';

type Serialize = (data: unknown) => string;

/** By the schema's object: a shape has one (`jsonSchemaOf`), and several calls can answer with it. */
const compiled = new WeakMap<object, Serialize>();

/**
 * Compiles a route's serializer when its first answer is sent. Compiling all of them would take most of the startup, and most are for
 * errors, which the error handler writes itself.
 */
export function compileSerializersLate(app: FastifyInstance): void {
  app.setSerializerCompiler(({ schema }) => {
    return (data: unknown) => {
      let serialize = compiled.get(schema);
      if (serialize === undefined) {
        serialize = fastJson(schema as fastJson.Schema);
        compiled.set(schema, serialize);
      }
      return serialize(data);
    };
  });
}
