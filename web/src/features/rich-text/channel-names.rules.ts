import { nameSign } from '@hubbub/contract/platform/rich-text.ts';
import type { NamedChannel } from '#features/rich-text/channel-names.ts';
import type { Naming } from '#features/rich-text/mention-typing.rules.ts';
import type { TextPart } from '#features/rich-text/rich-text.rules.ts';

/** As long as the text: İ is the only letter whose small form is longer. */
const fold = (text: string) => text.replaceAll('İ', 'I').toLowerCase().replaceAll('ς', 'σ');

/** A hash sign that may begin a channel's name; it isn't one of an address either. */
const sign = nameSign('#', '#&=?');
const hash = new RegExp(sign, 'gu');

/**
 * The name ends here: no more of a word or an emoji follows, and nothing that joins the next word to it. A script without spaces may follow
 * a Latin letter.
 */
const after =
  /(?<=[\p{Script=Latin}\p{Nd}])(?=\p{L})\P{Script=Latin}|(?![\p{L}\p{N}\p{M}\p{Emoji_Modifier}_\u200D]|[-./:@&=+~][\p{L}\p{N}_])/uy;

const code = /```[\s\S]*?```|`[^`\n]+`/g;

function endsAt(text: string, end: number): boolean {
  after.lastIndex = end;
  return after.test(text);
}

/**
 * A text's parts, with the channels that its plain ones name. Matching knows every channel in the list, so that the name of one that
 * the reader can't use doesn't lead to another that begins like it.
 */
export function channelParts(parts: readonly TextPart[], channels: readonly NamedChannel[]): TextPart[] {
  const text = parts.map((part) => part.text).join('');
  const folded = fold(text);
  const names = channels
    .map(({ name, path }) => ({ name: fold(name), path }))
    .sort((a, b) => b.name.length - a.name.length);
  const codes = [...text.matchAll(code)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }));
  const hashes = [...text.matchAll(hash)]
    .map(({ index }) => index)
    .filter((at) => !codes.some(({ start, end }) => at > start && at < end));

  const drawn: TextPart[] = [];
  let done = 0;
  for (const part of parts) {
    const last = done + part.text.length;
    if ((part.href ?? part.username) !== undefined) {
      drawn.push(part);
      done = last;
      continue;
    }
    for (const at of hashes) {
      if (at < done || at >= last) continue;
      const named = names.find(({ name }) => {
        const end = at + 1 + name.length;
        return end <= last && folded.startsWith(name, at + 1) && endsAt(text, end);
      });
      if (named?.path == null) continue;
      if (at > done) drawn.push({ text: text.slice(done, at) });
      done = at + 1 + named.name.length;
      drawn.push({ text: text.slice(at, done), path: named.path });
    }
    if (done < last) drawn.push({ text: text.slice(done, last) });
    done = last;
  }
  return drawn;
}

/** Up to as many code points as a channel's name may have. It may have spaces, but after typing one, people may be done. */
const naming = new RegExp(`${sign}((?:[^\\s#](?:[^\\n#]{0,48}[^\\s#])?)?)$`, 'u');

/** The channel's name that's being typed at the caret, if any. */
export function channelNamingAt(text: string, caret: number): Naming | undefined {
  const match = naming.exec(text.slice(0, caret));
  return match === null ? undefined : { start: match.index, end: caret, query: match[1] ?? '' };
}

/** How many channels are suggested. */
const most = 6;

/** The channels that the reader can use and whose name, or else a word of it, begins with what was typed; in the list's order. */
export function suggestedChannels(channels: readonly NamedChannel[], query: string): NamedChannel[] {
  const typed = fold(query);
  const usable = channels.filter(({ path }) => path !== null);
  const first = usable.filter(({ name }) => fold(name).startsWith(typed));
  const others = usable.filter(
    (channel) =>
      !first.includes(channel) &&
      fold(channel.name)
        .split(/[\s_-]/)
        .some((word) => word.startsWith(typed)),
  );
  return [...first, ...others].slice(0, most);
}
