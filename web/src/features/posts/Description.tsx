import { Dialog } from '#ui/dialog/Dialog.tsx';

interface DescriptionProps {
  text: string;
  onClose: () => void;
}

/** What a picture, video or sound shows, in its author's words. */
export function Description({ text, onClose }: DescriptionProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Description" size="sm">
      <p dir="auto" className="whitespace-pre-line break-words">
        {text}
      </p>
    </Dialog>
  );
}
