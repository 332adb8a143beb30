import { Camera, Crop, X } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type Ref, useEffect, useRef, useState } from 'react';
import { showAlert } from '#ui/alerts/alerts.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import {
  choose,
  cropAgain,
  dropChoice,
  finishCrop,
  mayRemove,
  type Picture,
} from '#ui/avatar-editor/avatar-editor.rules.ts';
import { isDrawable } from '#ui/avatar-editor/crop-image.ts';
import { Button } from '#ui/button/Button.tsx';
import { cx } from '#ui/cx.ts';
import { pastedFiles } from '#ui/file-drop/pasted-files.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { late } from '#ui/late/late.tsx';
import { isHeic, isPictureFile } from '#ui/picture-files.rules.ts';
import { Spinner } from '#ui/spinner/Spinner.tsx';

const CropView = late(async () => (await import('#ui/avatar-editor/CropView.tsx')).default, {
  name: 'The crop view',
  waiting: () => <Spinner label="Opening picture" />,
});

const unreadable = "We couldn't open this picture. Choose a JPEG, PNG or WebP file.";
const notAnImage = 'Please select an image file';

/** A file's object URL, for as long as the component is mounted. */
function useFileAddress(file: File | undefined): string | undefined {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    if (file === undefined) return;
    const address = URL.createObjectURL(file);
    setShown(address);
    return () => {
      URL.revokeObjectURL(address);
      setShown(undefined);
    };
  }, [file]);
  return file === undefined ? undefined : shown;
}

/** Lets people drop or paste files onto an element. */
function useDropAndPaste(take: (file: File | undefined) => Promise<void>) {
  const [dragging, setDragging] = useState(false);
  const handlers = {
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setDragging(true);
    },
    onDragLeave: () => setDragging(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setDragging(false);
      void take(event.dataTransfer.files[0]);
    },
    onPaste(event: ClipboardEvent) {
      const [file] = pastedFiles(event.clipboardData);
      if (file === undefined) return;
      event.preventDefault();
      void take(file);
    },
  };
  return { dragging, handlers };
}

/** The pressed button disappears with each step, so focus moves to the next one. */
function useFocusOnChange(kind: Picture['kind'], next: () => HTMLElement | null): void {
  const shown = useRef(kind);
  useEffect(() => {
    if (shown.current === kind) return;
    shown.current = kind;
    next()?.focus();
  });
}

interface FileInputProps {
  label: string;
  onFile: (file: File | undefined) => void;
  ref: Ref<HTMLInputElement>;
}

function FileInput({ label, onFile, ref }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept="image/*,.heic,.heif"
      aria-label={`${label} file`}
      tabIndex={-1}
      className="sr-only"
      onChange={(event) => {
        onFile(event.target.files?.[0]);
        // Lets the same file be chosen again.
        event.target.value = '';
      }}
    />
  );
}

/** Says which file was chosen if it can't be shown. */
function UncroppedNote({ picture }: { picture: Picture }) {
  if (picture.kind !== 'uncropped') return null;
  return (
    <p role="status" className="max-w-72 text-center text-muted text-sm">
      <bdi className="break-all font-medium">{picture.result.name}</bdi> shows once you save. This browser can't crop
      HEIC pictures.
    </p>
  );
}

function RemoveButton({ onClick }: { onClick: () => void }) {
  return (
    <div className="absolute -top-1 -right-1">
      <IconButton label="Remove picture" tone="raised" size="sm" onClick={onClick}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

interface AvatarEditorProps {
  /** The picture's label for screen readers: "Profile picture". */
  label: string;
  /** The URL of the server's picture, and whether that's the default one. */
  current: string;
  currentIsDefault: boolean;
  /** The default picture's URL. */
  fallback: string;
  picture: Picture;
  onChange: (picture: Picture) => void;
}

/** Choose, drop or paste a file, crop it to a square, crop it again, or go back to the default. */
export function AvatarEditor({ label, current, currentIsDefault, fallback, picture, onChange }: AvatarEditorProps) {
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const editor = useRef<HTMLButtonElement>(null);
  const intake = useDropAndPaste(take);
  const source = useFileAddress(picture.kind === 'cropping' ? picture.source : undefined);
  const preview = useFileAddress(picture.kind === 'cropped' ? picture.result : undefined);

  useFocusOnChange(picture.kind, () => editor.current ?? chooser.current);

  async function take(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    if (!isPictureFile(file)) await showAlert(notAnImage);
    else if (await isDrawable(file)) onChange(choose(picture, file));
    else if (isHeic(file)) onChange({ kind: 'uncropped', result: file });
    else await showAlert(unreadable);
  }

  if (picture.kind === 'cropping') {
    return (
      <div className="flex min-h-80 items-center justify-center">
        {source !== undefined && (
          <CropView
            source={source}
            framing={picture.framing}
            onCrop={(result, framing) => onChange(finishCrop(picture, result, framing))}
            onRemove={() => onChange(dropChoice(picture))}
            onFailure={() => void showAlert(unreadable)}
          />
        )}
      </div>
    );
  }

  const { dragging, handlers } = intake;
  const addresses = { kept: current, removed: fallback, cropped: preview, uncropped: fallback };
  return (
    <fieldset aria-label={label} {...handlers} className="flex flex-col items-center gap-4">
      <div className="relative">
        <Avatar
          src={addresses[picture.kind]}
          alt={label}
          size={128}
          eager
          wanted
          className={cx(dragging && 'outline-2 outline-accent outline-offset-4')}
        />
        {mayRemove(picture, currentIsDefault) && <RemoveButton onClick={() => onChange({ kind: 'removed' })} />}
      </div>
      <UncroppedNote picture={picture} />
      <FileInput ref={input} label={label} onFile={(file) => void take(file)} />
      <div className="flex gap-2">
        <Button
          ref={chooser}
          tone="secondary"
          size="sm"
          icon={<Camera size={16} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          Choose picture
        </Button>
        {picture.kind === 'cropped' && (
          <Button
            ref={editor}
            tone="secondary"
            size="sm"
            icon={<Crop size={16} aria-hidden="true" />}
            onClick={() => onChange(cropAgain(picture))}
          >
            Edit
          </Button>
        )}
      </div>
    </fieldset>
  );
}
