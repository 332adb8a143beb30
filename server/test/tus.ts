import { request } from 'node:http';
import type { Caller, World } from './harness.ts';

export const tusHeaders = { 'tus-resumable': '1.0.0' };

const encoded = (text: string) => Buffer.from(text).toString('base64');

/** Announces an upload. */
export const createUpload = async (by: Caller, length: number, name = 'file.bin'): Promise<Response> =>
  await by.fetch('/v1/uploads', {
    method: 'POST',
    headers: {
      ...tusHeaders,
      'upload-length': String(length),
      'upload-metadata': `filename ${encoded(name)},filetype ${encoded('application/octet-stream')}`,
    },
  });

export const idOf = ({ headers }: Response): string => headers.get('location')?.split('/').pop() ?? '';

/** Sends bytes from an offset on. */
export const sendBytes = async (by: Caller, id: string, offset: number, bytes: Uint8Array): Promise<Response> =>
  await by.fetch(`/v1/uploads/${id}`, {
    method: 'PATCH',
    headers: { ...tusHeaders, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: bytes as Uint8Array<ArrayBuffer>,
  });

/** How much of an upload the server has; undefined: it doesn't know it. */
export async function offsetOf(by: Caller, id: string): Promise<number | undefined> {
  const { status, headers } = await by.fetch(`/v1/uploads/${id}`, { method: 'HEAD', headers: tusHeaders });
  return status === 200 ? Number(headers.get('upload-offset')) : undefined;
}

/** Uploads a whole file. @returns the upload's id */
export async function uploadWhole(by: Caller, bytes: Uint8Array, name?: string): Promise<string> {
  const id = idOf(await createUpload(by, bytes.byteLength, name));
  const { status } = await sendBytes(by, id, 0, bytes);
  if (status !== 204) throw new Error(`the upload was answered with ${status}`);
  return id;
}

/** Sends the first bytes of what it announces, and leaves the connection open. @returns a function that cuts it */
export async function beginSending(
  world: World,
  { cookie }: Caller,
  { id, offset, bytes, announced }: { id: string; offset: number; bytes: Uint8Array; announced: number },
): Promise<() => void> {
  const sending = request(`${world.origin}/v1/uploads/${id}`, {
    method: 'PATCH',
    headers: {
      ...tusHeaders,
      cookie,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(announced),
    },
  });
  sending.on('error', () => undefined);
  await new Promise<void>((resolve) => sending.write(bytes, () => resolve()));
  return () => void sending.destroy();
}
