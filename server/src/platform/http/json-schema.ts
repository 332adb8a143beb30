import { z } from 'zod';

interface JsonSchema {
  [key: string]: unknown;
}

/** Shape names are left out: each schema is self-contained, as the serializer requires. */
const unnamed = z.registry<{ id?: string }>();

const isNull = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'null';

/** `anyOf: [X, null]` makes the serializer validate each value; the same as a list of types costs nothing. */
function flattenNullable({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  const choices = jsonSchema.anyOf;
  if (!Array.isArray(choices) || choices.length !== 2 || !choices.some(isNull)) return;
  const other: JsonSchema = choices.find((choice) => !isNull(choice));
  if (typeof other?.type !== 'string') return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, other, { type: [other.type, 'null'] });
}

const converted = { input: new WeakMap<z.ZodType, JsonSchema>(), output: new WeakMap<z.ZodType, JsonSchema>() };

/**
 * The JSON schema of a contract shape, for the serializer (`output`) and the OpenAPI document. It's the same object for the same shape,
 * which is converted once: that takes half of what registering the calls takes.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const known = converted[io].get(schema);
  if (known) return known;
  const fresh = convert(schema, io);
  converted[io].set(schema, fresh);
  return fresh;
}

function convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-7',
    metadata: unnamed,
    unrepresentable: 'any',
    override: (context) => flattenNullable(context as { jsonSchema: JsonSchema }),
  }) as JsonSchema;
  return rest;
}
