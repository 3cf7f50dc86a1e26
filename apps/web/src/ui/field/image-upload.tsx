import { useId, useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { Button } from '../display/button.tsx';
import { Icon } from '../display/icon.tsx';
import { describe, Frame } from './field.tsx';
import styles from './image-upload.module.css';
import type { Widget } from './widget.ts';

interface ImageUploadProps extends Widget<string | null> {
  /** Sends the file, reports progress (0…1) and resolves with its URL. */
  readonly upload: (file: File, onProgress: (part: number) => void) => Promise<string>;
  readonly maxMb?: number;
}

const kinds = ['image/png', 'image/jpeg', 'image/webp'];

/** Edits an image (R11.13): chosen by the browser's file input, shown before it is sent, sent with progress. */
export function ImageUpload(props: ImageUploadProps) {
  const { label, value, onChange, onBlur, hint, error, required, disabled, upload, maxMb = 2 } = props;
  const { t } = useTranslation();
  const id = useId();
  const [preview, setPreview] = useState<string | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [fault, setFault] = useState<string>();
  const shown = preview ?? value;

  async function take(file: File | undefined) {
    if (!file) return;
    setFault(undefined);
    if (!kinds.includes(file.type)) return setFault(t('widget.notImage'));
    if (file.size > maxMb * 1024 * 1024) return setFault(t('widget.tooLarge', { mb: maxMb }));
    const local = URL.createObjectURL(file);
    setPreview(local);
    setProgress(0);
    try {
      onChange(await upload(file, setProgress));
    } catch (cause) {
      const refusal = (cause as { body?: { message?: string } | null }).body?.message;
      setFault(refusal ?? t('widget.uploadFailed'));
    } finally {
      setPreview(null);
      setProgress(null);
      URL.revokeObjectURL(local);
      onBlur?.();
    }
    return undefined;
  }

  return (
    <Frame id={id} label={label} hint={hint} error={fault ?? error} required={required}>
      <div className={styles.row}>
        <span className={styles.frame}>
          {shown ? <img src={shown} alt={t('widget.imageOf', { label })} /> : <Icon name="image" size={28} />}
        </span>
        <div className={styles.side}>
          <span className={styles.choose} data-disabled={disabled || undefined}>
            <input
              {...describe(id, hint, fault ?? error)}
              type="file"
              accept={kinds.join(',')}
              // Native validation: an existing image satisfies it.
              required={required && !value}
              disabled={disabled || progress !== null}
              onBlur={onBlur}
              onChange={(event) => {
                void take(event.currentTarget.files?.[0]);
                event.currentTarget.value = '';
              }}
            />
            <span aria-hidden="true">{t(value ? 'widget.changeImage' : 'widget.chooseImage')}</span>
          </span>
          {progress !== null && (
            <div className={styles.progress}>
              <progress value={progress} aria-label={label} />
              <span role="status">{t('widget.uploading', { percent: Math.round(progress * 100) })}</span>
            </div>
          )}
          {value && !disabled && progress === null && (
            <Button look="plain" onClick={() => onChange(null)}>
              {t('widget.removeImage')}
            </Button>
          )}
        </div>
      </div>
    </Frame>
  );
}
