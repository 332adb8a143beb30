import type { Readable } from 'node:stream';
import type { MultipartShape } from '@hubbub/contract/platform/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { malformed } from '#platform/errors/errors.ts';
import { endRequest } from './slow-bodies.ts';
import { checkBody } from './validation.ts';

/** A file of a form while it arrives. */
export interface FormFile {
  /** The name of the form's field. */
  field: string;
  /** Its bytes; to be read to the end, or destroyed. */
  file: Readable;
}

/**
 * Reads a multipart form part by part, in whatever order the parts come; nothing is held in memory but the text fields.
 * Files are handed over one after the other as they arrive; a part that the contract doesn't name ends the request, and a file
 * input that was left empty counts as none. How large a file may be is for `takeFile` to say.
 * @param tooMany what is thrown for one file more than the contract takes in a field
 * @returns the text fields, checked against the contract
 * @throws {Refusal} 400 for a body that is no whole form, 422 for a text field that breaks a rule, and what `takeFile` throws
 */
export async function readForm<F extends z.ZodObject>(
  request: FastifyRequest,
  shape: MultipartShape & { fields: F },
  takeFile: (file: FormFile) => Promise<void>,
  tooMany: () => Error,
): Promise<z.output<F>> {
  const fields: Record<string, unknown> = {};
  const taken = new Map<string, number>();
  const parts = request.parts();
  for (;;) {
    const { done, value: part } = await parts.next().catch(toMalformed);
    if (done) return checkBody(shape.fields, fields);
    const name = part.fieldname;
    const isKnown = name in shape.files || (part.type === 'field' && name in shape.fields.shape);
    // Whatever else is on its way isn't wanted, and may be long.
    if (!isKnown) throw endRequest(request, malformed(`This form has a part that isn't known here: ${name}.`));
    if (part.type === 'field') {
      fields[part.fieldname] = typeof part.value === 'string' ? withPlainLines(part.value) : part.value;
      continue;
    }
    const limit = shape.files[part.fieldname]?.max;
    if (limit === undefined || !part.filename) {
      part.file.resume();
      continue;
    }
    const count = (taken.get(part.fieldname) ?? 0) + 1;
    taken.set(part.fieldname, count);
    if (count > limit) throw tooMany();
    await takeFile({ field: part.fieldname, file: part.file });
  }
}

/** Forms carry every line break as CR LF (HTML standard, "multipart/form-data encoding"), which nobody typed. */
const withPlainLines = (text: string) => text.replaceAll('\r\n', '\n');

/** The parser's own limits have codes and are told apart elsewhere; all else means that the body is broken or was cut off. */
function toMalformed(error: unknown): never {
  if (error instanceof Error && 'code' in error && String(error.code).endsWith('_LIMIT')) throw error;
  throw malformed('The form did not arrive whole. Send it again.');
}
