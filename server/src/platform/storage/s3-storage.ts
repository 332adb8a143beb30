import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Config } from '#platform/config/config.ts';
import { unavailable } from '#platform/errors/errors.ts';
import { openScratch } from './scratch.ts';
import { isStorageKey, type Storage } from './storage-port.ts';
import { TooLongError, writeWithin } from './write-within.ts';

/** Bytes of a part of a multipart upload; S3 takes none below 5 MiB but the last. */
const partSize = 8 * 1024 * 1024;
/** Parts in memory and on their way at once, for each upload. */
const partsAtOnce = 2;
/** Objects that are removed at once. Each by itself: not every server takes the call for many. */
const removalsAtOnce = 8;
/** Milliseconds until a connection is there, and until a server that was asked begins to answer or goes on. */
const timeouts = { connectionTimeout: 3000, requestTimeout: 20_000, throwOnRequestTimeout: true };
/** Milliseconds after which an upload that has not ended is believed broken off: no request lives that long. */
const abandonedMs = 24 * 60 * 60 * 1000;

const neverChanges = 'public, max-age=31536000, immutable';

export type Bucket = NonNullable<Config['bucket']>;

/**
 * Files as objects of a bucket. An object appears whole when its upload is completed; an upload that breaks off is aborted, and
 * what a killed process left of one is found by `sweep`.
 * @param root a local folder for files that are on their way
 * @returns a storage each of whose calls throws the refusal 503 when the bucket cannot be reached or refuses the credentials
 */
export async function openS3Storage(bucket: Bucket, root: string): Promise<Storage> {
  const withScratchFile = await openScratch(root);
  const client = new S3Client({
    endpoint: bucket.endpoint,
    region: bucket.region,
    credentials: { accessKeyId: bucket.accessKeyId, secretAccessKey: bucket.secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 2,
    // Sums in trailers are newer than many S3-compatible servers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: timeouts,
  });
  const place = (key: string) => ({ Bucket: bucket.name, Key: key });
  const refuseKey = (key: string) => {
    if (!isStorageKey(key)) throw new TypeError('not a storage key');
  };

  const uploadStream = async (key: string, body: Readable, type: string, maxBytes = Number.POSITIVE_INFINITY) => {
    let bytes = 0;
    let fault: unknown;
    const counted = new Transform({
      transform(chunk: Uint8Array, _encoding, done) {
        bytes += chunk.byteLength;
        if (bytes > maxBytes) done(new TooLongError(maxBytes));
        else done(null, chunk);
      },
    });
    counted.once('error', (error) => {
      fault ??= error;
      body.destroy();
    });
    body.once('error', (error) => {
      fault ??= error;
      counted.destroy(error);
    });
    body.pipe(counted);
    const upload = new Upload({
      client,
      params: { ...place(key), Body: counted, ContentType: type, CacheControl: neverChanges },
      partSize,
      queueSize: partsAtOnce,
      leavePartsOnError: false,
    });
    try {
      await upload.done();
      return { bytes };
    } catch (error) {
      body.destroy();
      // What the body threw is the caller's to know; all else is the bucket's.
      throw fault ?? toRefusal(error);
    }
  };

  const storage: Storage = {
    async put(key, body, { type, maxBytes }) {
      refuseKey(key);
      if (body instanceof Readable) return await uploadStream(key, body, type, maxBytes);
      if (maxBytes !== undefined && body.byteLength > maxBytes) throw new TooLongError(maxBytes);
      await asked(
        client.send(new PutObjectCommand({ ...place(key), Body: body, ContentType: type, CacheControl: neverChanges })),
      );
      return { bytes: body.byteLength };
    },
    async adopt(key, source, { type }) {
      refuseKey(key);
      await uploadStream(key, createReadStream(source), type);
      await rm(source, { force: true });
    },
    async find(key) {
      if (!isStorageKey(key)) return undefined;
      const found = await askedFor(client.send(new HeadObjectCommand(place(key))));
      return found && { size: found.ContentLength ?? 0, modified: found.LastModified ?? new Date(0) };
    },
    async open(key, range) {
      if (!isStorageKey(key)) return undefined;
      const found = await askedFor(
        client.send(
          new GetObjectCommand({ ...place(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }),
        ),
      );
      if (!(found?.Body instanceof Readable)) return undefined;
      const whole = found.ContentRange?.split('/')[1] ?? found.ContentLength;
      return { size: Number(whole), modified: found.LastModified ?? new Date(0), stream: found.Body };
    },
    async remove(keys) {
      const left = keys.filter(isStorageKey);
      const next = async (): Promise<void> => {
        for (let key = left.pop(); key !== undefined; key = left.pop()) {
          await askedFor(client.send(new DeleteObjectCommand(place(key))));
        }
      };
      await Promise.all(Array.from({ length: removalsAtOnce }, next));
    },
    async withLocalFile(key, work) {
      const file = await storage.open(key);
      if (!file) return undefined;
      return await withScratchFile(async (path) => {
        await asked(writeWithin(path, file.stream));
        return await work(path);
      });
    },
    withScratchFile,
    async link(key, { seconds, type, disposition, cacheControl }) {
      const command = new GetObjectCommand({
        ...place(key),
        ResponseContentType: type,
        ResponseContentDisposition: disposition,
        ResponseCacheControl: cacheControl,
      });
      return await getSignedUrl(client, command, { expiresIn: seconds });
    },
    async sweep() {
      const listed = client.send(new ListMultipartUploadsCommand({ Bucket: bucket.name })).catch((error: unknown) => {
        // Such a server has a clock of its own for it, or nothing to clean up.
        if (error instanceof Error && error.name === 'NotImplemented') return { Uploads: [] };
        throw error;
      });
      const { Uploads = [] } = await asked(listed);
      for (const { Key, UploadId, Initiated } of Uploads) {
        const isOld = Initiated !== undefined && Date.now() - Initiated.getTime() > abandonedMs;
        if (!isOld || Key === undefined || !isStorageKey(Key)) continue;
        await askedFor(client.send(new AbortMultipartUploadCommand({ Bucket: bucket.name, Key, UploadId })));
      }
    },
  };
  return storage;
}

/** Whether the server said that there is no such object; a bucket that is not there is a fault. */
const isMissing = (error: unknown) =>
  error instanceof Error && ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(error.name);

function toRefusal(error: unknown) {
  const refusal = unavailable('Files cannot be stored or read right now. Try again in a moment.');
  refusal.cause = error;
  return refusal;
}

/** @throws {Refusal} 503, with what the bucket said as its cause, for the log */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw toRefusal(error);
  }
}

/** Like `asked`; undefined: there is no such object. */
async function askedFor<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw toRefusal(error);
  }
}
