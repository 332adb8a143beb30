import { CircleAlert } from 'lucide-react';

/** What's wrong with a form as a whole, above its button. Announced when it appears. */
export function FormError({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {text !== undefined && (
        <p className="flex animate-appear items-start gap-2 rounded-control bg-danger-soft px-3.5 py-3 text-danger-text text-sm">
          <CircleAlert size={18} aria-hidden="true" className="mt-px shrink-0" />
          <span className="whitespace-pre-line">{text}</span>
        </p>
      )}
    </div>
  );
}
