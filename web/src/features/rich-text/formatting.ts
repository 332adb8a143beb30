import { Lexer, type Token, Tokenizer, type Tokens } from 'marked';
import { isPlain, type TextPart } from '#features/rich-text/rich-text.rules.ts';

/** A formatted text: what a person wrote, and how parts of it are set. */
export type Formatted =
  | { kind: 'part'; part: TextPart }
  | { kind: 'strong' | 'em' | 'del' | 'quote' | 'prose'; children: Formatted[] }
  | { kind: 'code'; text: string }
  | { kind: 'codeBlock'; text: string; language: string }
  | { kind: 'list'; start: number | undefined; items: Formatted[][] };

const quoted = /^(?: {0,3}> [^\n]*(?:\n|$))+/;
/** Its lines begin with a sign, or follow one that does. */
const listed = /^ {0,3}(?:[*+-]|\d{1,9}[.)]) [^\n]*(?:\n(?: {0,3}(?:[*+-]|\d{1,9}[.)]) | {2,}\S)[^\n]*)*(?:\n|$)/;

const nothing = () => undefined;

/** How deep quotes and lists may be nested; deeper ones are text. The parser calls itself for each. */
const deepest = 10;
/** With more signs than these, a piece of prose is text: the parser looks for each sign's partner among all others. */
const mostSigns = 300;
const hasTooManySigns = (text: string) => (text.match(/[*_~`]+/g)?.length ?? 0) > mostSigns;

/** The parser, limited to what's allowed. Lines that follow a quote or a list belong to neither, as people write in chats. */
class Limited extends Tokenizer {
  #depth = 0;

  /** What `parse` finds one level deeper; undefined if that's too deep. */
  #within<Found>(parse: () => Found): Found | undefined {
    if (this.#depth >= deepest) return undefined;
    this.#depth++;
    const found = parse();
    this.#depth--;
    return found;
  }

  override heading = nothing;
  override lheading = nothing;
  override hr = nothing;
  override html = nothing;
  override def = nothing;
  override table = nothing;
  /** Indented text isn't code. */
  override code = nothing;
  override tag = nothing;
  override link = nothing;
  override reflink = nothing;
  override autolink = nothing;
  override url = nothing;
  /** Line breaks are kept as they are. */
  override br = nothing;

  override blockquote(source: string): Tokens.Blockquote | undefined {
    const [raw] = quoted.exec(source) ?? [];
    if (raw === undefined) return undefined;
    const text = raw.replace(/^ {0,3}> /gm, '');
    return this.#within(() => ({ type: 'blockquote', raw, text, tokens: this.lexer.blockTokens(text, []) }));
  }

  override list(source: string): Tokens.List | undefined {
    const [raw] = listed.exec(source) ?? [];
    return raw === undefined ? undefined : this.#within(() => super.list(raw));
  }

  /** Tildes strike; only backticks fence. */
  override fences(source: string): Tokens.Code | undefined {
    return /^ {0,3}`/.test(source) ? super.fences(source) : undefined;
  }

  override del(source: string, ...more: [string, string?]): Tokens.Del | undefined {
    return source.startsWith('~~') ? super.del(source, ...(more as [string, string])) : undefined;
  }
}

/** Stands for a part that the parser must leave whole: a link, a mention, a channel. Neither is in any script. */
const [open, close] = ['\uE000', '\uE001'];
const placeholder = /\uE000(\d+)\uE001/;

const options = () => ({ gfm: true, tokenizer: new Limited() });

/** A text in its parts as a tree; undefined if it can't be parsed. */
export function formatted(parts: readonly TextPart[]): Formatted[] | undefined {
  if (parts.some(({ text }) => text.includes(open) || text.includes(close) || text.includes('\r'))) return undefined;
  const source = parts.map((part, at) => (isPlain(part) ? part.text : open + at + close)).join('');
  return blocks(new Lexer(options()).blockTokens(source), parts);
}

/** A piece of the source with the parts it stands for. */
function partsIn(source: string, parts: readonly TextPart[]): Formatted[] {
  return source.split(placeholder).flatMap((text, at): Formatted[] => {
    const part = at % 2 === 0 ? { text } : (parts[Number(text)] ?? { text: '' });
    return part.text === '' ? [] : [{ kind: 'part', part }];
  });
}

/** The same as letters alone. */
const lettersIn = (source: string, parts: readonly TextPart[]): string =>
  source.replace(new RegExp(placeholder, 'g'), (_, at: string) => parts[Number(at)]?.text ?? '');

function inline(tokens: readonly Token[], parts: readonly TextPart[]): Formatted[] {
  return tokens.flatMap((token): Formatted[] => {
    const { type, raw, tokens: children = [], text } = token as Tokens.Generic;
    if (type === 'strong' || type === 'em' || type === 'del')
      return [{ kind: type, children: inline(children, parts) }];
    if (type === 'codespan') return [{ kind: 'code', text: lettersIn(String(text), parts) }];
    return partsIn(raw, parts);
  });
}

function block(token: Tokens.Generic, parts: readonly TextPart[]): Formatted | undefined {
  if (token.type === 'blockquote') return { kind: 'quote', children: blocks(token.tokens ?? [], parts) };
  if (token.type === 'code')
    return {
      kind: 'codeBlock',
      text: lettersIn(String(token.text), parts),
      language: lettersIn(String(token.lang ?? ''), parts),
    };
  if (token.type !== 'list') return undefined;
  const { ordered, start, items } = token as Tokens.List;
  return {
    kind: 'list',
    start: ordered ? Number(start) : undefined,
    items: items.map((item) => blocks(item.tokens, parts)),
  };
}

/** Everything that isn't a block of its own is prose, whose spaces and line breaks are kept. */
function blocks(tokens: readonly Token[], parts: readonly TextPart[]): Formatted[] {
  const found: Formatted[] = [];
  let prose = '';
  const end = () => {
    const text = prose.replace(/^\n+|\n+$/g, '');
    prose = '';
    if (text === '') return;
    const children = hasTooManySigns(text) ? partsIn(text, parts) : inline(Lexer.lexInline(text, options()), parts);
    found.push({ kind: 'prose', children });
  };
  for (const token of tokens) {
    const own = block(token as Tokens.Generic, parts);
    if (own === undefined) {
      prose += token.raw;
      continue;
    }
    end();
    found.push(own);
  }
  end();
  return found;
}
