import { lexer, type Token, type Tokens } from 'marked';
import { memo, type ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
import { CodeBlock } from '#ui/markdown/CodeBlock.tsx';
import { safeLink } from '#ui/markdown/links.rules.ts';

/** The HTML entities to decode in text between tags; everything else is shown as written. */
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' };

const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '');

const linkClasses = 'rounded-sm font-medium text-accent-text underline underline-offset-2 hover:no-underline';

function Anchor({ href, children }: { href: string; children: ReactNode }) {
  const address = safeLink(href);
  if (address === undefined) return children;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={linkClasses}>
      {children}
    </a>
  );
}

/** Sections keyed by where they begin in the text, which doesn't change as more is written. */
function named<T extends { raw: string }>(tokens: readonly T[]): { key: number; token: T }[] {
  let at = 0;
  return tokens.map((token) => {
    const key = at;
    at += token.raw.length || 1;
    return { key, token };
  });
}

function inline(tokens: readonly Token[] = []): ReactNode {
  return named(tokens).map(({ key, token }) => <Inline key={key} token={token as Tokens.Generic} />);
}

function Inline({ token }: { token: Tokens.Generic }): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong className="font-semibold">{inline(token.tokens)}</strong>;
    case 'em':
      return <em>{inline(token.tokens)}</em>;
    case 'del':
      return <del>{inline(token.tokens)}</del>;
    case 'br':
      return <br />;
    case 'codespan':
      return <code className="rounded-sm bg-raised px-1.5 py-0.5 font-mono text-[0.875em]">{String(token.text)}</code>;
    case 'link':
      return <Anchor href={String(token.href)}>{inline(token.tokens)}</Anchor>;
    case 'image':
      // Loading a picture from another site would tell that site who's reading.
      return <Anchor href={String(token.href)}>{String(token.text) || 'Picture'}</Anchor>;
    case 'checkbox':
      return null;
    case 'html':
      return token.raw;
    default:
      return token.tokens === undefined ? plain(String(token.text ?? token.raw)) : inline(token.tokens);
  }
}

const headings = { 1: 'text-xl', 2: 'text-lg', 3: 'text-base' } as const;

/** Always one level below the page's heading: texts start at any level, and a skipped level misleads screen reader users. */
function Heading({ token }: { token: Tokens.Heading }) {
  return (
    <h2 className={cx('mt-2 font-brand font-semibold', headings[Math.min(3, token.depth) as 1 | 2 | 3])}>
      {inline(token.tokens)}
    </h2>
  );
}

function List({ token }: { token: Tokens.List }) {
  const items = named(token.items).map(({ key, token: item }) => (
    <li key={key} className={cx('pl-1', item.task && 'list-none')}>
      {item.task && (
        <span className="mr-2" role="img" aria-label={item.checked ? 'Done' : 'To do'}>
          {item.checked ? '☑' : '☐'}
        </span>
      )}
      {blocks(item.tokens)}
    </li>
  ));
  const classes = 'flex flex-col gap-1.5 pl-6 marker:text-muted';
  if (token.ordered)
    return (
      <ol className={cx(classes, 'list-decimal')} start={token.start === '' ? undefined : token.start}>
        {items}
      </ol>
    );
  return <ul className={cx(classes, 'list-disc')}>{items}</ul>;
}

const alignments = { left: 'text-left', center: 'text-center', right: 'text-right' };

function Cell({ cell }: { cell: Tokens.TableCell }) {
  const classes = cx('border-line border-b px-3 py-2', cell.align === null ? 'text-left' : alignments[cell.align]);
  if (cell.header)
    return (
      <th scope="col" className={cx(classes, 'font-semibold')}>
        {inline(cell.tokens)}
      </th>
    );
  return <td className={classes}>{inline(cell.tokens)}</td>;
}

function Table({ token }: { token: Tokens.Table }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section aria-label="Table" tabIndex={0} className="overflow-x-auto rounded-control border border-line">
      <table className="w-full text-sm">
        <thead className="bg-raised">
          <tr>
            {token.header.map((cell, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells never change places
              <Cell key={place} cell={cell} />
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never change places
            <tr key={line} className="last:*:border-b-0">
              {row.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells never change places
                <Cell key={place} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function blocks(tokens: readonly Token[]): ReactNode {
  return named(tokens).map(({ key, token }) => <Block key={key} token={token as Tokens.Generic} />);
}

/** Only a section that changes is drawn again while a text is being written. */
const Block = memo(
  function Block({ token }: { token: Tokens.Generic }): ReactNode {
    switch (token.type) {
      case 'space':
      case 'def':
      case 'checkbox':
        return null;
      case 'heading':
        return <Heading token={token as Tokens.Heading} />;
      case 'paragraph':
        return <p>{inline(token.tokens)}</p>;
      case 'code':
        return <CodeBlock code={String(token.text)} language={String(token.lang ?? '')} />;
      case 'list':
        return <List token={token as Tokens.List} />;
      case 'blockquote':
        return (
          <blockquote className="flex flex-col gap-2 border-line-strong border-l-2 pl-4 text-muted">
            {blocks(token.tokens ?? [])}
          </blockquote>
        );
      case 'hr':
        return <hr className="border-line" />;
      case 'table':
        return <Table token={token as Tokens.Table} />;
      case 'html':
        return <p className="whitespace-pre-wrap">{token.raw.trimEnd()}</p>;
      default:
        return <Inline token={token} />;
    }
  },
  (before, after) => before.token.raw === after.token.raw,
);

/** Renders Markdown as elements. HTML in the text is never treated as HTML, and nothing is fetched from other sites. */
export function FormattedText({ text }: { text: string }) {
  return <div className="flex flex-col gap-3 leading-relaxed [overflow-wrap:anywhere]">{blocks(lexer(text))}</div>;
}
