import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { archiveVersion } from '@hubbub/contract/features/archives/archives.shapes.ts';
import { expect } from 'vitest';
import { ZipFile } from 'yazl';
import { formOf } from './forms.ts';
import type { Person, World } from './harness.ts';

export interface ArchiveFile {
  name: string;
  content: Buffer | string;
  /** Unix permissions and kind. */
  mode?: number;
}

/** A ZIP of some files. */
export async function zipOf(files: readonly ArchiveFile[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, content, mode = 0o100644 } of files)
    zip.addBuffer(Buffer.from(content), name, { mode, compress: true });
  zip.end();
  return await buffer(zip.outputStream as Readable);
}

export const archivedPost = (given: Record<string, unknown>) => ({
  post_id: '018f0000-0000-7000-8000-000000000001',
  created_at: '2024-03-05T10:00:00.000Z',
  edited_at: null,
  content: 'From before',
  community: null,
  quote: null,
  poll: null,
  files: [],
  removed: null,
  ...given,
});

const lines = (items: readonly unknown[]) => `[${items.map((item) => `\n${JSON.stringify(item)}`).join(',')}\n]\n`;

/** The files of an archive as exports have them. */
export function archiveFiles(
  given: {
    manifest?: Record<string, unknown>;
    account?: Record<string, unknown>;
    posts?: readonly Record<string, unknown>[];
    communities?: readonly Record<string, unknown>[];
    media?: Record<string, Buffer>;
  } = {},
): ArchiveFile[] {
  const manifest = {
    format: 'hubbub-archive',
    version: archiveVersion,
    origin: 'https://other.example.org',
    username: 'elsewhere',
    created_at: '2025-01-01T00:00:00.000Z',
    ...given.manifest,
  };
  return [
    { name: 'manifest.json', content: JSON.stringify(manifest) },
    { name: 'data/account.json', content: JSON.stringify({ name: null, bio: '', picture: null, ...given.account }) },
    { name: 'data/posts.json', content: lines(given.posts ?? [archivedPost({})]) },
    { name: 'data/communities.json', content: lines(given.communities ?? []) },
    ...Object.entries(given.media ?? {}).map(([name, content]) => ({ name, content })),
  ];
}

/** An entry of a ZIP as no proper program would write it. */
export interface RawEntry {
  name: string;
  data: Buffer;
  method?: number;
  flags?: number;
  size?: number;
  attributes?: number;
  /** Where it claims to begin; its own place unless set. */
  offset?: number;
}

/** A ZIP with these entries, whatever they claim. */
export function rawZip(entries: readonly RawEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, data, method = 0, flags = 0, size = data.length, attributes = 0, offset = at } of entries) {
    const raw = Buffer.from(name, 'latin1');
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(flags, 2);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(crc32(data), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(size, 18);
    shared.writeUInt16LE(raw.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, raw, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(attributes, 6);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), shared, tail, raw]));
    parts.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, central, end]);
}

/** Helpers for tests of imports in a world. */
export function importsIn(world: World) {
  const send = (person: Person, zip: Buffer | string) =>
    person.upload(
      '/v1/import',
      formOf(['file', new File([typeof zip === 'string' ? zip : Buffer.from(zip)], 'hubbub.zip')]),
    );
  const profileOf = async (person: Person, username = person.user.username) =>
    (await person.get(`/v1/users/${username}?size=50`)).body;
  return {
    send,
    /** Imports an archive to its end. */
    async importOf(person: Person, files: readonly ArchiveFile[] | Buffer) {
      const answer = await send(person, Buffer.isBuffer(files) ? files : await zipOf(files));
      expect(answer.body).toMatchObject({ import: { state: 'working', done: 0, total: 0, refused: [] } });
      expect(answer.status).toBe(202);
      await world.runJobs();
      return (await person.get('/v1/import')).body.import;
    },
    profileOf,
    gridOf: async (person: Person, username?: string) => (await profileOf(person, username)).posts,
    async storedArchives() {
      const names = await readdir(join(world.platform.config.dataDir, 'media'), { recursive: true });
      return names.filter((name) => name.endsWith('-import.zip'));
    },
  };
}
