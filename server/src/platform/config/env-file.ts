import { readFileSync } from 'node:fs';

/** A value in quotes, which may go over several lines, and then nothing but a comment. */
const quoted = /^(?:"[^"]*"|'[^']*'|`[^`]*`)[ \t]*(?:#.*)?$/;
const opened = /^(["'`])(?:(?!\1)[\s\S])*$/;

const sentence = (file: string, line: number, what: string) => `Line ${line} of ${file} ${what}`;

/** One sentence for each line that Node's reader of `--env-file` skips or cuts short. Values aren't repeated: they may be secret. */
export function envFileFaults(text: string, file: string): string[] {
  const lines = text.split(/\r?\n/);
  const faults: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]?.trim() ?? '';
    if (line === '' || line.startsWith('#')) continue;
    const start = index + 1;
    const setting = /^(?:export\s+)?([A-Za-z_]\w*)\s*=\s*([\s\S]*)$/.exec(line);
    if (!setting) {
      faults.push(sentence(file, start, "can't be read. Write NAME=value, or begin it with # if it's a comment."));
      continue;
    }
    let value = setting[2] ?? '';
    while (opened.test(value) && index + 1 < lines.length) {
      index += 1;
      value += `\n${lines[index] ?? ''}`.trimEnd();
    }
    if (opened.test(value)) faults.push(sentence(file, start, "opens a quotation mark that's never closed."));
    else if (/^["'`]/.test(value) && !quoted.test(value))
      faults.push(
        sentence(file, start, 'goes on after the closing quotation mark. Put all of the value in one pair of quotes.'),
      );
    else if (/^[^"'`].*\S#/.test(value))
      faults.push(
        sentence(file, start, 'has a # in its value, which would begin a comment. Put the value in single quotes.'),
      );
  }
  return faults;
}

/** The same for the files this process was started with. */
export function envFilesFaults(execArgv: readonly string[]): string[] {
  return execArgv.flatMap((argument, index) => {
    const file = /^--env-file(?:-if-exists)?(?:=(.*))?$/.exec(argument);
    if (!file) return [];
    const path = file[1] ?? execArgv[index + 1] ?? '';
    try {
      return envFileFaults(readFileSync(path, 'utf8'), path);
    } catch {
      // Node itself has said so, or the file is optional.
      return [];
    }
  });
}
