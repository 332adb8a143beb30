import { CopyButton } from '#ui/copy-button/CopyButton.tsx';

/** Code with its language and a copy button, shown exactly as written. */
export function CodeBlock({ code, language }: { code: string; language: string }) {
  const name = language.split(/\s/, 1)[0] ?? '';
  return (
    <figure className="overflow-hidden rounded-control border border-line bg-surface">
      <figcaption className="flex min-h-10 items-center justify-between border-line border-b bg-raised pr-1 pl-3 text-muted text-xs">
        <span>{name === '' ? 'Code' : name}</span>
        <CopyButton text={code} label="Copy code" size="sm" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <pre tabIndex={0} className="overflow-x-auto p-3 font-mono text-sm leading-relaxed">
        <code>{code}</code>
      </pre>
    </figure>
  );
}
