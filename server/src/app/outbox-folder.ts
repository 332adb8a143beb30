import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isId, newId } from '#platform/ids.ts';
import type { Outbox, OutboxMail } from '#platform/mail/outbox.ts';
import { makeFolder } from '#platform/storage/make-folder.ts';

/** Mail beyond this many is deleted, oldest first. */
const maxStored = 500;

/**
 * The outbox as a folder with one JSON file for each mail, which /dev/mail shows.
 * @param folder is created when the first mail arrives
 */
export function openOutbox(folder: string): Outbox {
  const fileOf = (id: string) => join(folder, `${id}.json`);

  const ids = async (): Promise<string[]> => {
    try {
      const names = await readdir(folder);
      return names
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length))
        .filter(isId)
        .sort()
        .reverse();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  };

  const find = async (id: string): Promise<OutboxMail | undefined> => {
    if (!isId(id)) return undefined;
    try {
      return JSON.parse(await readFile(fileOf(id), 'utf8')) as OutboxMail;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  };

  return {
    find,

    async put(mail) {
      await makeFolder(folder);
      const id = newId();
      const whole: OutboxMail = { id, sentAt: new Date().toISOString(), ...mail };
      // Renamed once it's complete, so that no one reads half of it.
      const draft = join(folder, `${id}.draft`);
      await writeFile(draft, JSON.stringify(whole, null, 2), { mode: 0o600 });
      await rename(draft, fileOf(id));
      for (const old of (await ids()).slice(maxStored)) await rm(fileOf(old), { force: true });
    },

    async list() {
      const mails = await Promise.all((await ids()).map(find));
      return mails.filter((mail) => mail !== undefined);
    },
  };
}
