import { uploadsPath } from '@hubbub/contract/features/media/media.shapes.ts';
import { DetailedError, Upload } from 'tus-js-client';
import { ApiError } from '#platform/errors.ts';
import { errorHeaders, parse, type RawAnswer, unreachable } from '#platform/raw-answer.ts';

/**
 * Files that are uploaded in pieces before the call that names them: after a lost connection, or a reload, the rest is sent. tus 1.0.0,
 * https://tus.io/protocols/resumable-upload.
 */

/** Bytes of a request: what a server in front of Hubbub that passes on only whole requests loses at most. */
const chunkSize = 8 * 1024 * 1024;
/** Milliseconds before each attempt. They begin again whenever something arrived. */
const retryDelays = [0, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000];
/** Milliseconds without progress after which a request counts as lost. */
const stallTime = 30_000;

/** The ids of uploads that are whole and that no answered call has used. */
const finished = new WeakMap<File, string>();

/**
 * Uploads files and then sends the call that names them.
 * @param sendCall takes the field `uploads`
 * @param onProgress how much of the files has been sent, 0 to 100
 * @returns the call's answer, or the one that refused an upload
 * @throws {ApiError} with status 0 if the server can't be reached; `AbortError` if `signal` was aborted
 */
export async function sendWithUploads(
  files: readonly File[],
  sendCall: (uploads: string) => Promise<RawAnswer>,
  {
    signal,
    onProgress,
  }: { signal?: AbortSignal | undefined; onProgress?: ((percent: number) => void) | undefined } = {},
): Promise<RawAnswer> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const attempt = async (): Promise<RawAnswer> => {
    const ids: string[] = [];
    let before = 0;
    for (const file of files) {
      const uploaded = await uploadOf(file, ids, {
        signal,
        onBytes: (bytes) => onProgress?.(((before + bytes) / total) * 100),
      });
      if (typeof uploaded !== 'string') return uploaded;
      ids.push(uploaded);
      before += file.size;
    }
    return await sendCall(JSON.stringify(ids));
  };
  const known = files.some((file) => finished.has(file));
  const answer = await attempt();
  // What was uploaded before may have expired meanwhile.
  const isGone = known && answer.status === 422 && namesUploads(answer);
  if (answer.status < 300 || isGone) for (const file of files) finished.delete(file);
  return isGone ? await attempt() : answer;
}

const namesUploads = ({ text }: RawAnswer): boolean => {
  const body = parse(text) as { error?: { uploads?: string } } | undefined;
  return body?.error?.uploads !== undefined;
};

interface Watched {
  signal: AbortSignal | undefined;
  onBytes: (bytes: number) => void;
}

/** @param taken uploads of the same call: equal files are uploads of their own @returns its id, or the answer that refused it */
async function uploadOf(file: File, taken: readonly string[], watched: Watched): Promise<string | RawAnswer> {
  const known = finished.get(file);
  if (known !== undefined && !taken.includes(known)) return known;
  const result = await sendUpload(file, taken, watched);
  if (typeof result === 'string') finished.set(file, result);
  return result;
}

const idIn = (url: string): string => url.split('/').at(-1) ?? '';

function sendUpload(file: File, taken: readonly string[], { signal, onBytes }: Watched): Promise<string | RawAnswer> {
  return new Promise((resolve, reject) => {
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const upload = new Upload(file, {
      endpoint: uploadsPath,
      chunkSize,
      retryDelays,
      metadata: { filename: file.name, filetype: file.type },
      removeFingerprintOnSuccess: true,
      onBeforeRequest: (request) => {
        (request.getUnderlyingObject() as XMLHttpRequest).withCredentials = true;
        watch();
      },
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0;
        return status < 400 || status >= 500 || [409, 423, 429].includes(status);
      },
      onProgress: (bytes) => {
        watch();
        onBytes(bytes);
      },
      onError: (error) => end(() => settleFailure(error, file, resolve, reject)),
      onSuccess: () => end(() => resolve(idIn(upload.url ?? ''))),
    });
    const aborted = () => end(() => reject(new DOMException('Upload canceled.', 'AbortError')));
    const end = (settle: () => void) => {
      clearTimeout(stalled);
      signal?.removeEventListener('abort', aborted);
      if (signal?.aborted) void upload.abort();
      settle();
    };
    // A connection that's silently gone is noticed by nobody else for minutes.
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => {
        void upload.abort();
        upload.start();
      }, stallTime);
    };
    signal?.addEventListener('abort', aborted, { once: true });
    if (signal?.aborted) {
      aborted();
      return;
    }
    void upload.findPreviousUploads().then((previous) => {
      if (signal?.aborted) return;
      const begun = previous.find(({ uploadUrl }) => uploadUrl !== null && !taken.includes(idIn(uploadUrl)));
      if (begun !== undefined) upload.resumeFromPreviousUpload(begun);
      upload.start();
    });
  });
}

function settleFailure(
  error: Error,
  file: File,
  resolve: (answer: RawAnswer) => void,
  reject: (error: Error) => void,
): void {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (response === null) {
    reject(new ApiError(0, unreachable));
    return;
  }
  const headers = errorHeaders((name) => response.getHeader(name) ?? null);
  const sent = { bytes: Math.min(chunkSize, file.size), files: 1 };
  resolve({ status: response.getStatus(), text: response.getBody(), ...headers, sent });
}
