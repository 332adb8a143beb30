import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { settings } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings with secrets filled in from their files. */
interface Given {
  readonly values: Environment;
  /** Whether a setting is given, either itself or by a file, even a faulty one. */
  isGiven(name: string): boolean;
  /** One for each file that can't be used. */
  readonly sentences: string[];
}

/** Settings that can be in a file named by `<name>_FILE`: that's how Docker, Kubernetes and systemd pass secrets. */
export const secretNames = Object.entries(settings).flatMap(([name, { isSecret }]) => (isSecret ? name : []));

/**
 * Reads the files that hold secrets, once: a changed secret is read at the next start.
 * @param root the folder that a relative path is resolved against
 */
export function readSecretFiles(environment: Environment, root: string): Given {
  const values: Record<string, string | undefined> = { ...environment };
  const sentences: string[] = [];
  const fileOf = (name: string) => environment[`${name}_FILE`]?.trim();
  for (const name of secretNames) {
    const path = fileOf(name);
    if (!path) continue;
    if (environment[name]?.trim()) {
      sentences.push(`${name} and ${name}_FILE are both set: leave one of them out.`);
      continue;
    }
    try {
      values[name] = readLine(resolve(root, path));
    } catch (error) {
      sentences.push(`${name}_FILE names ${path}, ${reasonOf(error)}`);
    }
  }
  const isGiven = (name: string) => Boolean(values[name]?.trim() || (secretNames.includes(name) && fileOf(name)));
  return { values, isGiven, sentences };
}

/** A file's only line, without the line break that editors and `echo` add. */
function readLine(path: string): string {
  const text = readFileSync(path, 'utf8').trim();
  if (text === '') throw new UnusableFile('which is empty: write the value into it.');
  if (/[\r\n]/.test(text))
    throw new UnusableFile('which has several lines: write the value into it, and nothing else.');
  return text;
}

class UnusableFile extends Error {}

/** Completes the sentence that names the file. */
function reasonOf(error: unknown): string {
  if (error instanceof UnusableFile) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return "which doesn't exist: create it, or correct the path.";
    case 'EACCES':
    case 'EPERM':
      return 'which this user may not read: change its permissions, or choose another file.';
    case 'EISDIR':
      return 'which is a folder: write the path of a file.';
    default:
      return `which can't be read (${code}): choose another file.`;
  }
}
