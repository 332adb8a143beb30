import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { largest, zoomStep } from '#ui/gallery/gallery.rules.ts';
import { save } from '#ui/gallery/save.ts';
import { useZoom } from '#ui/gallery/use-zoom.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { useLayer } from '#ui/layer/layers.ts';

export interface GalleryPicture {
  src: string;
  /** What it's called, or what it shows. */
  alt: string;
  /** The name under which it's downloaded. */
  name?: string | undefined;
  /** A tiny version as a data URL, shown until the picture has loaded. */
  placeholder?: string | null | undefined;
}

interface GalleryProps {
  pictures: readonly GalleryPicture[];
  /** The index of the one that's shown first. */
  start?: number | undefined;
  onClose: () => void;
}

/** Pixels an arrow key moves a picture that's zoomed in. */
const keyStep = 80;

const arrows: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};

interface ToolbarProps {
  picture: GalleryPicture;
  scale: number;
  onZoom: (factor: number) => void;
}

function Toolbar({ picture: { src, name }, scale, onZoom }: ToolbarProps) {
  return (
    <div className="absolute top-0 right-0 flex gap-2 p-3">
      <IconButton
        label="Zoom out"
        tone="overlay"
        tooltipSide="bottom"
        aria-disabled={scale <= 1}
        onClick={() => onZoom(1 / zoomStep)}
      >
        <ZoomOut size={22} aria-hidden="true" />
      </IconButton>
      <IconButton
        label="Zoom in"
        tone="overlay"
        tooltipSide="bottom"
        aria-disabled={scale >= largest}
        onClick={() => onZoom(zoomStep)}
      >
        <ZoomIn size={22} aria-hidden="true" />
      </IconButton>
      <IconButton label="Download" tone="overlay" tooltipSide="bottom" asChild>
        <a
          href={src}
          download={name ?? ''}
          target="_blank"
          rel="noreferrer"
          onClick={(event) => {
            if (name === undefined) return;
            event.preventDefault();
            void save(src, name);
          }}
        >
          <Download size={22} aria-hidden="true" />
        </a>
      </IconButton>
      <Dialog.Close
        aria-label="Close"
        className="inline-flex size-11 items-center justify-center rounded-full bg-black/65 text-white hover:bg-black/80"
      >
        <X size={22} aria-hidden="true" />
      </Dialog.Close>
    </div>
  );
}

interface StageProps {
  picture: GalleryPicture;
  onTurn: (step: 1 | -1) => void;
  onClose: () => void;
  children: ReactNode;
}

/** One picture, and the buttons and keys that change how it's looked at. */
function Stage({ picture, onTurn, onClose, children }: StageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [loaded, setLoaded] = useState(false);
  const { view, pulled, isMoving, zoom, reset, move, handlers } = useZoom({ stage, picture: image, onTurn, onClose });

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrow !== undefined && view.scale > 1) move({ x: arrow.x * keyStep, y: arrow.y * keyStep });
    else if (arrow !== undefined && arrow.x !== 0) onTurn(arrow.x < 0 ? 1 : -1);
    else if (event.key === '+' || event.key === '=') zoom(zoomStep);
    else if (event.key === '-') zoom(1 / zoomStep);
    else if (event.key === '0') reset();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    // Before the dialog keeps the key from what opened it.
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, []);
  const { src, alt, placeholder } = picture;
  return (
    <>
      <div
        ref={stage}
        {...handlers}
        className={`absolute inset-0 flex touch-none select-none items-center justify-center overflow-hidden ${view.scale > 1 ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-out'}`}
      >
        {placeholder != null && !loaded && (
          <span
            aria-hidden="true"
            className="absolute inset-1/4 bg-center bg-contain bg-no-repeat blur-xl"
            style={{ backgroundImage: `url("${placeholder}")` }}
          />
        )}
        <img
          ref={image}
          src={src}
          alt={alt}
          draggable={false}
          onLoad={() => setLoaded(true)}
          className="max-h-full max-w-full animate-appear object-contain"
          style={{
            transform: `translate(${view.x + pulled.x}px, ${view.y + Math.max(0, pulled.y)}px) scale(${view.scale})`,
            transition: isMoving || view.scale > 1 ? 'none' : 'transform 150ms ease-out',
          }}
        />
      </div>
      <Toolbar picture={picture} scale={view.scale} onZoom={zoom} />
      {children}
    </>
  );
}

/**
 * Pictures in full size over everything; closes on click, with its close button or Esc. Arrow keys, buttons and
 * swiping lead to the next one; the wheel, a double click, a pinch, buttons and the keys +, - and 0 zoom.
 */
export function Gallery({ pictures, start = 0, onClose }: GalleryProps) {
  const before = useRef<Element>(null);
  const [index, setIndex] = useState(start);
  useLayer(true, onClose);
  const count = pictures.length;
  const current = Math.min(index, count - 1);
  const picture = pictures[current];
  const turn = (step: 1 | -1) => setIndex(Math.min(count - 1, Math.max(0, current + step)));

  // The neighbors are there when somebody turns to them.
  useEffect(() => {
    for (const neighbor of [pictures[current + 1], pictures[current - 1]]) {
      if (neighbor !== undefined) new Image().src = neighbor.src;
    }
  }, [pictures, current]);

  if (picture === undefined) return null;
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
          // What opened it has keys of its own.
          onKeyDown={(event) => event.stopPropagation()}
          className="fixed inset-0 z-50 outline-none"
        >
          <Dialog.Title className="sr-only">{picture.alt}</Dialog.Title>
          <Stage key={current} picture={picture} onTurn={turn} onClose={onClose}>
            {count > 1 && (
              <>
                <p
                  role="status"
                  className="absolute top-3 left-3 rounded-full bg-black/65 px-3 py-2.5 text-sm text-white tabular"
                >
                  <span className="sr-only">Picture </span>
                  {current + 1} of {count}
                </p>
                <div className="absolute top-1/2 left-3 -translate-y-1/2">
                  <IconButton
                    label="Previous picture"
                    tone="overlay"
                    aria-disabled={current === 0}
                    onClick={() => turn(-1)}
                  >
                    <ChevronLeft size={24} aria-hidden="true" />
                  </IconButton>
                </div>
                <div className="absolute top-1/2 right-3 -translate-y-1/2">
                  <IconButton
                    label="Next picture"
                    tone="overlay"
                    aria-disabled={current === count - 1}
                    onClick={() => turn(1)}
                  >
                    <ChevronRight size={24} aria-hidden="true" />
                  </IconButton>
                </div>
              </>
            )}
          </Stage>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
