/** A site's rules, numbered. */
export function RuleList({ rules }: { rules: readonly string[] }) {
  return (
    <ol className="flex list-decimal flex-col gap-2 pl-6 marker:text-muted">
      {rules.map((rule) => (
        <li key={rule} className="whitespace-pre-line text-pretty pl-1">
          {rule}
        </li>
      ))}
    </ol>
  );
}
