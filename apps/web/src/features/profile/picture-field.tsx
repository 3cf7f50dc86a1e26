import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Frame } from '../../ui/field/field.tsx';
import { type Crop, drawCrop, firstCrop, moveCrop } from './crop.ts';
import css from './picture-field.module.css';

interface PictureFieldProps {
  /** Used for the initials that are shown when there is no picture. */
  readonly name: string;
  readonly value: Blob | string | null;
  readonly onChange: (file: Blob) => void;
  readonly onBlur: () => void;
  readonly error: string | undefined;
}

const kinds = 'image/png,image/jpeg,image/webp';
const shownPixels = 160;
const keptPixels = 512;

/** Shows the picture as it will look. A new one is cropped to a square before it is sent. */
export function PictureField({ name, value, onChange, onBlur, error }: PictureFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [image, setImage] = useState<ImageBitmap>();
  const [times, setTimes] = useState(0);
  const [fault, setFault] = useState<string>();
  // After a save the stored picture is no longer being cropped.
  const [cropped, setCropped] = useState<Blob>();
  const isCropping = image !== undefined && value === cropped;

  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    try {
      const bitmap = await createImageBitmap(file);
      setImage(bitmap);
      setTimes(times + 1);
      setFault(undefined);
      await keep(bitmap, firstCrop);
    } catch {
      setFault(t('profile.notImage'));
    }
  }

  async function keep(bitmap: ImageBitmap, crop: Crop): Promise<void> {
    const canvas = new OffscreenCanvas(keptPixels, keptPixels);
    drawCrop(canvas.getContext('2d'), bitmap, crop, keptPixels);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
    setCropped(blob);
    onChange(blob);
  }

  return (
    <Frame id={id} label={t('profile.image')} error={fault ?? error}>
      <div className={css.picture}>
        {isCropping ? (
          <Cropper key={times} image={image} onCrop={(crop) => void keep(image, crop)} />
        ) : (
          <Avatar name={name} image={typeof value === 'string' ? value : null} size={96} />
        )}
        <span className={css.choose}>
          <input
            id={id}
            type="file"
            accept={kinds}
            aria-invalid={(fault ?? error) ? true : undefined}
            aria-describedby={(fault ?? error) ? `${id}-note` : undefined}
            onBlur={onBlur}
            onChange={(event) => {
              void take(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
          <span aria-hidden="true">{value === null ? t('profile.chooseImage') : t('profile.changeImage')}</span>
        </span>
      </div>
    </Frame>
  );
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [8, 0],
  ArrowRight: [-8, 0],
  ArrowUp: [0, 8],
  ArrowDown: [0, -8],
};

function Cropper({ image, onCrop }: { image: ImageBitmap; onCrop: (crop: Crop) => void }) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState(firstCrop);
  useEffect(() => drawCrop(canvas.current?.getContext('2d') ?? null, image, crop, shownPixels), [image, crop]);

  const move = (x: number, y: number) => setCrop(moveCrop(crop, image, { x: x / shownPixels, y: y / shownPixels }));
  return (
    <div className={css.cropper}>
      {/* The picture is dragged under its frame, like a map. */}
      <button
        type="button"
        className={css.frame}
        aria-label={t('profile.crop')}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) move(event.movementX, event.movementY);
        }}
        onPointerUp={() => onCrop(crop)}
        onKeyDown={(event) => {
          const step = steps[event.key];
          if (!step) return;
          event.preventDefault();
          move(...step);
        }}
        onKeyUp={(event) => {
          if (steps[event.key]) onCrop(crop);
        }}
      >
        <canvas ref={canvas} width={shownPixels} height={shownPixels} />
      </button>
      <label className={css.zoom}>
        {t('profile.zoom')}
        <input
          type="range"
          min={1}
          max={3}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => {
            const zoomed = moveCrop({ ...crop, zoom: Number(event.currentTarget.value) }, image, { x: 0, y: 0 });
            setCrop(zoomed);
            onCrop(zoomed);
          }}
        />
      </label>
    </div>
  );
}
