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
import { asked, askedFor, describeFault, toRefusal } from './s3-faults.ts';
import { openScratch } from './scratch.ts';
import { steady } from './steady.ts';
import { isStorageKey, type Storage } from './storage-port.ts';
import { TooLongError, writeWithin } from './write-within.ts';

/** Bytes per part of a multipart upload; S3 accepts none below 5 MiB except the last. */
const partSize = 8 * 1024 * 1024;
/** Parts in memory and in transit at the same time, for each upload. */
const uploadConcurrency = 2;
/** Objects removed at the same time, one call each: not every server supports the call for many. */
const removeConcurrency = 8;
/** Maximum milliseconds for connecting. */
const connectionTimeout = 3000;
/** The most uploads that the service lists in one response. */
const defaultPageSize = 1000;

export type Bucket = NonNullable<Config['bucket']>;

function connect(bucket: Bucket, timeouts: object): S3Client {
  // One connection for each file being sent: slow readers must not keep others from asking.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  return new S3Client({
    endpoint: bucket.endpoint,
    region: bucket.region,
    credentials: { accessKeyId: bucket.accessKeyId, secretAccessKey: bucket.secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 2,
    // Checksums in trailers are newer than many S3-compatible servers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout, httpAgent: agent, httpsAgent: agent, ...timeouts },
  });
}

/** Uploads a body in parts. @throws TooLongError beyond `maxBytes`, whatever the body throws, or the bucket's error */
async function uploadStream(
  client: S3Client,
  object: { Bucket: string; Key: string; ContentType: string },
  body: Readable,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<{ bytes: number }> {
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
    params: { ...object, Body: counted, CacheControl: cacheControlOf(object.Key) },
    partSize,
    queueSize: uploadConcurrency,
    leavePartsOnError: false,
  });
  try {
    await upload.done();
    return { bytes };
  } catch (error) {
    body.destroy();
    // Errors from the body belong to the caller; all others are the bucket's.
    throw fault ?? toRefusal(error);
  }
}

async function listUploads(client: S3Client, bucket: Bucket, from: object): Promise<ListMultipartUploadsCommandOutput> {
  const command = new ListMultipartUploadsCommand({ Bucket: bucket.name, ...from });
  return await client.send(command).catch((error: unknown) => {
    // Such a server cleans up on its own schedule, or has nothing to clean up.
    if (error instanceof Error && error.name === 'NotImplemented') return { $metadata: {} };
    throw error;
  });
}

/** @param left emptied in the process */
async function removeAll(client: S3Client, bucket: Bucket, left: string[]): Promise<void> {
  const next = async (): Promise<void> => {
    for (let key = left.pop(); key !== undefined; key = left.pop()) {
      await askedFor(client.send(new DeleteObjectCommand({ Bucket: bucket.name, Key: key })));
    }
  };
  await Promise.all(Array.from({ length: removeConcurrency }, next));
}

/** Aborts uploads that started before a time. */
async function abortUploads(client: S3Client, bucket: Bucket, before: Date, pageSize: number): Promise<void> {
  let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
  while (from) {
    const page: ListMultipartUploadsCommandOutput = await asked(
      listUploads(client, bucket, { MaxUploads: pageSize, ...from }),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      const isOld = Initiated !== undefined && Initiated < before;
      if (!isOld || Key === undefined || !isStorageKey(Key)) continue;
      await askedFor(client.send(new AbortMultipartUploadCommand({ Bucket: bucket.name, Key, UploadId })));
    }
    from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
  }
}

/**
 * Files as objects in a bucket. An object appears complete once its upload is finished; an interrupted upload is aborted, and `sweep`
 * finds what a killed process left of one.
 * @param root a local folder for files that are being transferred
 * @param options `pageSize`: how many uploads the sweep requests per page, 1 to 1000
 * @returns a storage whose calls all throw the 503 refusal when the bucket can't be reached or refuses the credentials
 */
export async function openS3Storage(
  bucket: Bucket,
  root: string,
  { pageSize = defaultPageSize }: { pageSize?: number } = {},
): Promise<Storage> {
  const withScratchFile = await openScratch(root);
  const { timeout } = bucket;
  // A call is answered soon. A part may take as long as the connection needs while it makes progress; a file, as long as its reader.
  const client = connect(bucket, { requestTimeout: timeout, throwOnRequestTimeout: true, socketTimeout: 0 });
  const uploads = connect(bucket, { socketTimeout: timeout });
  const place = (key: string) => ({ Bucket: bucket.name, Key: key });
  const refuseKey = (key: string) => {
    if (!isStorageKey(key)) throw new TypeError('not a storage key');
  };

  const storage: Storage = {
    async put(key, body, { type, maxBytes }) {
      refuseKey(key);
      if (body instanceof Readable)
        return await uploadStream(uploads, { ...place(key), ContentType: type }, body, maxBytes);
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
      await uploadStream(uploads, { ...place(key), ContentType: type }, createReadStream(source));
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
    remove: (keys) => removeAll(client, bucket, keys.filter(isStorageKey)),
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
    sweep: (before) => abortUploads(client, bucket, before, pageSize),
    async examine() {
      try {
        await listUploads(client, bucket, { MaxUploads: pageSize });
        return undefined;
      } catch (error) {
        return `The bucket ${bucket.name} at ${bucket.endpoint} can't be used: ${describeFault(error)}. Until it can, requests for files get a 503.`;
      }
    },
  };
  return storage;
}
