import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';

/** What's wrong with a form as a whole, above its button. Announced when it appears, and scrolled to if it isn't in view. */
export function FormError({ text }: { text: string | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text !== undefined) box.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <div ref={box} role="alert" className="scroll-my-4 empty:hidden">
      {text !== undefined && (
        <p className="flex animate-appear items-start gap-2 rounded-control bg-danger-soft px-3.5 py-3 text-danger-text text-sm">
          <CircleAlert size={18} aria-hidden="true" className="mt-px shrink-0" />
          <span className="whitespace-pre-line">{text}</span>
        </p>
      )}
    </div>
  );
}
