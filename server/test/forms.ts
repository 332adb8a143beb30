import { type FixtureName, readFixture } from './fixtures/fixtures.ts';

/** A multipart form's fields in this order; a name may occur several times. */
export function formOf(...fields: readonly (readonly [string, string | File])[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

/** A fixture as a file to upload. */
export const fixtureFile = async (name: FixtureName): Promise<File> => new File([await readFixture(name)], name);
