import 'react-easy-crop/react-easy-crop.css';
import { useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import { type CropArea, cropImage } from '#ui/avatar-editor/crop-image.ts';
import { Button } from '#ui/button/Button.tsx';

interface CropViewProps {
  /** The address of the picture. */
  source: string;
  onCrop: (result: File) => void;
  onRemove: () => void;
  onFailure: (error: unknown) => void;
}

/** Moves and scales a picture below a fixed circle; by pointer, pinch, wheel, arrow keys and the slider. */
export default function CropView({ source, onCrop, onRemove, onFailure }: CropViewProps) {
  const zoomId = useId();
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<CropArea>();
  const [pending, setPending] = useState(false);

  async function crop(): Promise<void> {
    if (area === undefined) return;
    setPending(true);
    try {
      onCrop(await cropImage(source, area));
    } catch (error) {
      onFailure(error);
    } finally {
      setPending(false);
    }
  }

  return (
    <div className="flex w-full max-w-80 flex-col gap-4">
      <div className="relative aspect-square w-full overflow-hidden rounded-card bg-black">
        <Cropper
          image={source}
          aspect={1}
          cropShape="round"
          showGrid={false}
          crop={position}
          zoom={zoom}
          maxZoom={4}
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          cropperProps={{ role: 'group', 'aria-label': 'Part of the picture that is kept; arrow keys move it' }}
          disableAutomaticStylesInjection
        />
      </div>
      <div className="flex items-center gap-3">
        <label htmlFor={zoomId} className="font-medium text-sm">
          Zoom
        </label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={4}
          step={0.01}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="h-11 min-w-0 flex-1 accent-accent"
        />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Button tone="secondary" onClick={onRemove}>
          Remove
        </Button>
        <Button onClick={() => void crop()} pending={pending} disabled={area === undefined}>
          Crop
        </Button>
      </div>
    </div>
  );
}
