import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useRef } from 'react';

interface MediaOverlayProps {
  src: string;
  alt: string;
  onClose: () => void;
}

/** Section 2, create post: a picture in full size over everything; closes on click, with its close button or Esc. */
export function MediaOverlay({ src, alt, onClose }: MediaOverlayProps) {
  const before = useRef<Element>(null);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-appear bg-black/90" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            before.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (before.current instanceof HTMLElement) before.current.focus();
          }}
          onClick={onClose}
          className="fixed inset-0 z-50 flex cursor-zoom-out items-center justify-center p-2 outline-none sm:p-6"
        >
          <Dialog.Title className="sr-only">{alt}</Dialog.Title>
          <img src={src} alt={alt} className="max-h-full max-w-full animate-appear object-contain" />
          <Dialog.Close
            aria-label="Close"
            className="absolute top-3 right-3 inline-flex size-11 items-center justify-center rounded-full bg-black/70 text-white hover:bg-black"
          >
            <X size={22} aria-hidden="true" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
