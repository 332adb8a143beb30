import { nameBeingTyped } from '@hubbub/contract/platform/rich-text.ts';

/** The beginning of a name after an at or hash sign, from `start`, the sign, up to the caret, in UTF-16 units. */
export interface Naming {
  start: number;
  end: number;
  /** Without the sign; may be empty. */
  query: string;
}

/** The name that's being typed at the caret, if any. */
export function namingAt(text: string, caret: number): Naming | undefined {
  const typed = nameBeingTyped(text.slice(0, caret));
  return typed && { start: typed.start, end: typed.end, query: typed.name };
}

/** The text with the chosen name, which starts with its sign, in place of what was typed, and where the caret goes. */
export function withName(text: string, { start, end }: Naming, name: string): { text: string; caret: number } {
  const rest = text.slice(end);
  const space = /^\s/.test(rest) ? '' : ' ';
  return { text: text.slice(0, start) + name + space + rest, caret: start + name.length + 1 };
}
