import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Config } from '#platform/config/config.ts';
import { cacheControlOf } from './caching.ts';
import { asked, askedFor, toRefusal, wordsOfFault } from './s3-faults.ts';
import { openScratch } from './scratch.ts';
import { steady } from './steady.ts';
import { isStorageKey, type Storage } from './storage-port.ts';
import { TooLongError, writeWithin } from './write-within.ts';

/** Bytes of a part of a multipart upload; S3 takes none below 5 MiB but the last. */
const partSize = 8 * 1024 * 1024;
/** Parts in memory and on their way at once, for each upload. */
const partsAtOnce = 2;
/** Objects that are removed at once. Each by itself: not every server takes the call for many. */
const removalsAtOnce = 8;
/** Milliseconds until a connection is there, at most. */
const connectionTimeout = 3000;
/** Uploads that one answer of the service lists at most. */
const listedAtOnce = 1000;

export type Bucket = NonNullable<Config['bucket']>;

/**
 * Files as objects of a bucket. An object appears whole when its upload is completed; an upload that breaks off is aborted, and
 * what a killed process left of one is found by `sweep`.
 * @param root a local folder for files that are on their way
 * @param options `pageSize`: how many uploads the sweep asks for at once, 1 to 1000
 * @returns a storage each of whose calls throws the refusal 503 when the bucket cannot be reached or refuses the credentials
 */
export async function openS3Storage(
  bucket: Bucket,
  root: string,
  { pageSize = listedAtOnce }: { pageSize?: number } = {},
): Promise<Storage> {
  const withScratchFile = await openScratch(root);
  const { timeout } = bucket;
  // One connection for each file that is being sent: whoever reads slowly must not keep others from asking.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  const connect = (timeouts: object) =>
    new S3Client({
      endpoint: bucket.endpoint,
      region: bucket.region,
      credentials: { accessKeyId: bucket.accessKeyId, secretAccessKey: bucket.secretAccessKey },
      forcePathStyle: true,
      maxAttempts: 2,
      // Sums in trailers are newer than many S3-compatible servers.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout, httpAgent: agent, httpsAgent: agent, ...timeouts },
    });
  // A call is answered soon. A part takes as long as the line needs, while it goes on; a file, as its reader.
  const client = connect({ requestTimeout: timeout, throwOnRequestTimeout: true, socketTimeout: 0 });
  const uploads = connect({ socketTimeout: timeout });
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
      client: uploads,
      params: { ...place(key), Body: counted, ContentType: type, CacheControl: cacheControlOf(key) },
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

  const listUploads = async (from: object): Promise<ListMultipartUploadsCommandOutput> => {
    const command = new ListMultipartUploadsCommand({ Bucket: bucket.name, MaxUploads: pageSize, ...from });
    return await client.send(command).catch((error: unknown) => {
      // Such a server has a clock of its own for it, or nothing to clean up.
      if (error instanceof Error && error.name === 'NotImplemented') return { $metadata: {} };
      throw error;
    });
  };

  const storage: Storage = {
    async put(key, body, { type, maxBytes }) {
      refuseKey(key);
      if (body instanceof Readable) return await uploadStream(key, body, type, maxBytes);
      if (maxBytes !== undefined && body.byteLength > maxBytes) throw new TooLongError(maxBytes);
      await asked(
        uploads.send(
          new PutObjectCommand({ ...place(key), Body: body, ContentType: type, CacheControl: cacheControlOf(key) }),
        ),
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
      return { size: Number(whole), modified: found.LastModified ?? new Date(0), stream: steady(found.Body, timeout) };
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
    async sweep(before) {
      let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
      while (from) {
        const page: ListMultipartUploadsCommandOutput = await asked(listUploads(from));
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          const isOld = Initiated !== undefined && Initiated < before;
          if (!isOld || Key === undefined || !isStorageKey(Key)) continue;
          await askedFor(client.send(new AbortMultipartUploadCommand({ Bucket: bucket.name, Key, UploadId })));
        }
        from = page.IsTruncated
          ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
          : undefined;
      }
    },
    async examine() {
      try {
        await listUploads({});
        return undefined;
      } catch (error) {
        return `The bucket ${bucket.name} at ${bucket.endpoint} cannot be used: ${wordsOfFault(error)}. Until it can, files are answered with 503.`;
      }
    },
  };
  return storage;
}
