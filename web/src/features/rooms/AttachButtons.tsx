import { ImagePlus, Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { chooseFiles } from '#features/rooms/draft-files.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

/** Asks for any files. The field for them exists only for as long as it takes. */
function askForFiles(onChoose: (files: readonly File[]) => void): void {
  const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true });
  input.addEventListener('change', () => onChoose([...(input.files ?? [])]));
  input.click();
}

/** The buttons that add pictures, and files of any kind, to a chat's message. */
export function AttachButtons({ roomId }: { roomId: string }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*,.heic,.heif"
        multiple
        tabIndex={-1}
        aria-label="Image"
        className="sr-only"
        onChange={(event) => {
          void chooseFiles(roomId, [...(event.currentTarget.files ?? [])], 'pictures');
          // Lets the same file be chosen again after it was removed.
          event.currentTarget.value = '';
        }}
      />
      <IconButton label="Attach image" onClick={() => input.current?.click()}>
        <ImagePlus size={22} aria-hidden="true" />
      </IconButton>
      <IconButton label="Attach files" onClick={() => askForFiles((files) => void chooseFiles(roomId, files))}>
        <Paperclip size={22} aria-hidden="true" />
      </IconButton>
    </>
  );
}
