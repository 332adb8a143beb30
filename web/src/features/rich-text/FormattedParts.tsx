import { Fragment, type ReactNode } from 'react';
import type { Formatted } from '#features/rich-text/formatting.ts';
import type { TextPart } from '#features/rich-text/rich-text.rules.ts';
import { CodeBlock } from '#ui/markdown/CodeBlock.tsx';

interface Props {
  text: readonly Formatted[];
  drawPart: (part: TextPart) => ReactNode;
  /** Follows the last letter. The paragraph it's in is marked: in a bubble, the time is on its last line. */
  end: ReactNode;
}

/** A formatted text as elements: nothing but bold, italic, strike, code, quotes and lists around its parts. */
export function FormattedParts({ text, drawPart, end }: Props): ReactNode {
  const last = text.at(-1);
  return (
    <div className="flex flex-col gap-1.5 [overflow-wrap:anywhere]">
      {text.map((each, at) => draw(each, { key: at, drawPart, end: each === last ? end : undefined }))}
      {last?.kind !== 'prose' && (
        <p data-end className="empty:-mt-1.5">
          {last === undefined && end}
        </p>
      )}
    </div>
  );
}

interface How extends Omit<Props, 'text'> {
  key: number;
}

function drawAll(children: readonly Formatted[], drawPart: Props['drawPart']): ReactNode {
  return children.map((each, key) => draw(each, { key, drawPart, end: undefined }));
}

function draw(each: Formatted, { key, drawPart, end }: How): ReactNode {
  switch (each.kind) {
    case 'part':
      return <Fragment key={key}>{drawPart(each.part)}</Fragment>;
    case 'strong':
      return (
        <strong key={key} className="font-bold">
          {drawAll(each.children, drawPart)}
        </strong>
      );
    case 'em':
      return <em key={key}>{drawAll(each.children, drawPart)}</em>;
    case 'del':
      return <del key={key}>{drawAll(each.children, drawPart)}</del>;
    case 'code':
      return (
        <code key={key} className="rounded-sm border border-line bg-bg/60 px-1 py-px font-mono text-[0.875em]">
          {each.text}
        </code>
      );
    case 'codeBlock':
      return <CodeBlock key={key} code={each.text} language={each.language} />;
    case 'quote':
      return (
        <blockquote key={key} className="flex flex-col gap-1.5 border-line-strong border-s-[3px] ps-3">
          {drawAll(each.children, drawPart)}
        </blockquote>
      );
    case 'list':
      return drawList(each, { key, drawPart });
    default:
      return (
        <p key={key} data-end={end !== undefined || undefined} dir="auto" className="whitespace-pre-wrap">
          {drawAll(each.children, drawPart)}
          {end}
        </p>
      );
  }
}

function drawList({ start, items }: Extract<Formatted, { kind: 'list' }>, { key, drawPart }: Omit<How, 'end'>) {
  const drawn = items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text have no other identity
    <li key={at} className="ps-1">
      {drawAll(item, drawPart)}
    </li>
  ));
  const classes = 'flex flex-col ps-6 marker:text-muted';
  return start === undefined ? (
    <ul key={key} className={`${classes} list-disc`}>
      {drawn}
    </ul>
  ) : (
    <ol key={key} start={start} className={`${classes} list-decimal`}>
      {drawn}
    </ol>
  );
}
