import 'react-easy-crop/react-easy-crop.css';
import { RotateCw, ZoomIn } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import { type CropArea, cropImage, type Framing, type Turn } from '#ui/avatar-editor/crop-image.ts';
import { Button } from '#ui/button/Button.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { Slider } from '#ui/slider/Slider.tsx';

const maxZoom = 4;
const turns: Record<Turn, Turn> = { 0: 90, 90: 180, 180: 270, 270: 0 };

interface CropViewProps {
  /** The picture's URL. */
  source: string;
  /** The framing from the previous crop. */
  framing: Framing | undefined;
  onCrop: (result: File, framing: Framing) => void;
  onRemove: () => void;
  onFailure: (error: unknown) => void;
}

/** Moves, scales and rotates a picture below a fixed circle: with pointer, pinch, wheel, arrow keys, the slider and the button. */
export default function CropView({ source, framing, onCrop, onRemove, onFailure }: CropViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [turn, setTurn] = useState<Turn>(framing?.turn ?? 0);
  const [area, setArea] = useState<{ percent: CropArea; pixels: CropArea }>();
  const [pending, setPending] = useState(false);

  // The button that led here is gone. Moves focus once the picture has loaded, so that the arrow keys work right away.
  const ready = area !== undefined;
  useEffect(() => {
    if (ready) frame.current?.querySelector<HTMLElement>('[role="group"]')?.focus();
  }, [ready]);

  async function crop(): Promise<void> {
    if (area === undefined) return;
    setPending(true);
    try {
      onCrop(await cropImage(source, area.pixels, turn), { area: area.percent, turn });
    } catch (error) {
      setPending(false);
      onFailure(error);
    }
  }

  return (
    <div className="flex w-full max-w-80 flex-col gap-3">
      <div ref={frame} className="relative aspect-square w-full overflow-hidden rounded-card bg-black">
        <Cropper
          image={source}
          aspect={1}
          cropShape="round"
          showGrid={false}
          objectFit="cover"
          crop={position}
          zoom={zoom}
          rotation={turn}
          maxZoom={maxZoom}
          keyboardStep={8}
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropAreaChange={(percent, pixels) => setArea({ percent, pixels })}
          {...(framing && { initialCroppedAreaPercentages: framing.area })}
          cropperProps={{ role: 'group', 'aria-label': 'Crop area. Use the arrow keys to move it.' }}
          classes={{ cropAreaClassName: 'focus-visible:outline-4 focus-visible:-outline-offset-4' }}
          disableAutomaticStylesInjection
        />
      </div>
      <div className="flex items-center gap-2">
        <ZoomIn size={20} aria-hidden="true" className="shrink-0 text-muted" />
        <Slider
          label="Zoom"
          valueText={`${Math.round(zoom * 100)}%`}
          min={1}
          max={maxZoom}
          step={0.05}
          value={zoom}
          onValueChange={setZoom}
        />
        <IconButton label="Rotate" onClick={() => setTurn(turns[turn])}>
          <RotateCw size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Button tone="secondary" onClick={onRemove}>
          Remove
        </Button>
        <Button onClick={() => void crop()} pending={pending} disabled={!ready}>
          Crop
        </Button>
      </div>
    </div>
  );
}
