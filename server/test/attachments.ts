import { type FixtureName, readFixture } from './fixtures/fixtures.ts';
import { formOf } from './forms.ts';
import type { Answer, Caller } from './harness.ts';

/** Small files that are neither pictures nor videos nor sounds, by what they are. */
export const documents = {
  pdf: Buffer.from(
    '%PDF-1.7\n%\xE2\xE3\xCF\xD3\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
    'latin1',
  ),
  html: Buffer.from('<!doctype html><script>alert(document.cookie)</script>'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'),
  /** An archive with nothing in it. */
  zip: Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]),
  text: Buffer.from('Bring your own plates.\n'),
  exe: Buffer.concat([Buffer.from('MZ\x90\x00\x03\x00\x00\x00', 'latin1'), Buffer.alloc(200)]),
};

/** A file to send, called `name` by its sender, who also says what type it is. */
export const fileOf = (content: Buffer, name: string, type = 'application/octet-stream'): File =>
  new File([new Uint8Array(content)], name, { type });

export const fixtureAs = async (fixture: FixtureName, name: string, type?: string): Promise<File> =>
  fileOf(await readFixture(fixture), name, type);

/** Where messages are sent. */
export const conversationPath = '/v1/chats';
export const channelPath = '/v1/channel/chats';

/** Sends a message with files. */
export async function sendFiles(
  person: Caller,
  path: string,
  message: { conversation: string; files: readonly File[]; content?: string; client_id?: string; image?: File },
): Promise<Answer> {
  const { files, image, ...fields } = message;
  return await person.upload(
    path,
    formOf(
      ...Object.entries(fields),
      ...(image ? [['image', image] as const] : []),
      ...files.map((file) => ['files', file] as const),
    ),
  );
}
