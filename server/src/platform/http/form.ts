import type { Readable } from 'node:stream';
import type { MultipartShape } from '@hubbub/contract/platform/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { malformed } from '#platform/errors/errors.ts';
import { endRequest } from './slow-bodies.ts';
import { checkBody, checkFieldsAsJson } from './validation.ts';

/** A form's file while it's arriving. */
export interface FormFile {
  /** The form field's name. */
  field: string;
  /** The name that its sender gave it, without folders. */
  name: string;
  /** Its bytes; must be read to the end, or destroyed. */
  file: Readable;
}

/**
 * Reads a multipart form part by part, in whatever order the parts arrive; only text fields are held in memory. Files are passed on one
 * after another as they arrive; a part that isn't in the contract ends the request, and an empty file input counts as none. `takeFile`
 * decides how large a file may be.
 * @param tooMany what to throw if a field has more files than the contract allows
 * @returns the text fields, checked against the contract
 * @throws {HttpError} 400 for a body that isn't a complete form, 422 for a text field that breaks a rule, and whatever `takeFile` throws
 */
async function readForm<F extends z.ZodObject>(
  request: FastifyRequest,
  shape: MultipartShape & { fields: F },
  takeFile: (file: FormFile) => Promise<void>,
  tooMany: (field: string) => Error,
): Promise<z.output<F>> {
  const fields: Record<string, unknown> = {};
  const taken = new Map<string, number>();
  const parts = request.parts();
  for (;;) {
    const { done, value: part } = await parts.next().catch(toMalformed);
    if (done) return checkBody(shape.fields, fields);
    const name = part.fieldname;
    const isKnown = name in shape.files || (part.type === 'field' && name in shape.fields.shape);
    // The rest of the form isn't wanted, and may be long.
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
    if (count > limit) throw tooMany(part.fieldname);
    await takeFile({ field: part.fieldname, name: part.filename, file: part.file });
  }
}

/**
 * The fields of a call that takes a form, which may contain files, or JSON (`json` in the contract).
 * @throws {HttpError} 400 for anything else, and whatever `readForm` throws
 */
export async function readFields<F extends z.ZodObject>(
  request: FastifyRequest,
  shape: MultipartShape & { fields: F },
  takeFile: (file: FormFile) => Promise<void>,
  tooMany: (field: string) => Error,
): Promise<z.output<F>> {
  if (request.isMultipart()) return await readForm(request, shape, takeFile, tooMany);
  if (!shape.json) throw malformed('Send multipart/form-data.');
  return checkFieldsAsJson(shape.fields, request.body ?? {});
}

/** Forms encode every line break as CR LF (HTML standard, "multipart/form-data encoding"), which no one typed. */
const withPlainLines = (text: string) => text.replaceAll('\r\n', '\n');

/** The parser's own limits have codes and are handled elsewhere; anything else means that the body is malformed or was cut off. */
function toMalformed(error: unknown): never {
  if (error instanceof Error && 'code' in error && String(error.code).endsWith('_LIMIT')) throw error;
  throw malformed("The form didn't arrive completely. Send it again.");
}
