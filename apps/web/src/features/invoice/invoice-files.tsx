import { type KeptAttachment, maxAttachmentBytes } from '@atoll/domain/contract/stock/purchase';
import { useEffect, useId, useRef, useState } from 'react';
import { CallError } from '../../api/api.ts';
import { uploadFile } from '../../api/upload.ts';
import { FileLabel } from '../../form/file-label.tsx';
import type { FormFieldProps } from '../../form/form-field.tsx';
import { ListBox, ListNote } from '../../form/list-box.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { IconButton } from '../../ui/display/button.tsx';
import { Input } from '../../ui/field/input.tsx';
import css from './attachment-view.module.css';
import { AttachmentView } from './attachment-view.tsx';

const kinds = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'];
const maxBytes = maxAttachmentBytes;

/** Returns the default name of a file: its own without the extension. */
const nameOf = (file: File): string => file.name.replace(/\.[^.]+$/, '').slice(0, 120) || file.name.slice(0, 120);

/** Edits the attachments of a purchase invoice: pictures and PDFs, each uploaded as it is chosen. */
export function InvoiceFiles({ field, value, onChange, onBlur, error, faults = {} }: FormFieldProps) {
  const { t } = useTranslation();
  const files = value as readonly KeptAttachment[];
  const { take, progress, fault } = useAttach(files, onChange, onBlur);
  const isFull = files.length >= (field.max ?? Number.POSITIVE_INFINITY);
  return (
    <ListBox label={field.label}>
      {files.map((file, index) => (
        // The index is the key: files have no identity, and the same one may be there twice.
        <div key={index} className={css.row}>
          <AttachmentView file={file}>
            <Input
              kind="text"
              label={t('invoice.nameOfFile', { n: index + 1 })}
              value={file.name}
              error={faults[`${field.key}[${index}].name`] ?? faults[`${field.key}[${index}].url`]}
              onChange={(name) => onChange(files.map((one, n) => (n === index ? { ...one, name } : one)))}
              required
            />
          </AttachmentView>
          <IconButton
            icon="trash"
            label={t('resource.remove', { label: t('invoice.attachment'), n: index + 1 })}
            onClick={() => onChange(files.filter((_, n) => n !== index))}
          />
        </div>
      ))}
      <FileChooser
        isFull={isFull}
        isBusy={progress !== null}
        message={fault ?? error}
        onFile={(file) => void take(file)}
      />
      {progress !== null && (
        <p className={css.progress}>
          <progress value={progress} aria-label={field.label} />
          <span role="status">{t('widget.uploading', { percent: Math.round(progress * 100) })}</span>
        </p>
      )}
    </ListBox>
  );
}

/** Returns a function that uploads a file and adds it to the others, the progress from 0 to 1, and what is wrong with the file. */
function useAttach(
  files: readonly KeptAttachment[],
  onChange: FormFieldProps['onChange'],
  onBlur: FormFieldProps['onBlur'],
) {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<number | null>(null);
  const [fault, setFault] = useState<string>();
  // A file arrives after its upload; names that were typed in the meantime are kept.
  const latest = useRef(files);
  useEffect(() => {
    latest.current = files;
  });

  async function take(file: File | undefined) {
    if (!file) return;
    setFault(undefined);
    if (!kinds.includes(file.type)) return setFault(t('invoice.wrongFileType'));
    if (file.size > maxBytes) return setFault(t('invoice.fileTooLarge', { mb: maxBytes / 1024 / 1024 }));
    setProgress(0);
    try {
      const kept = (await uploadFile('/ims/invoice/attachment', file, setProgress)) as Omit<KeptAttachment, 'name'>;
      onChange([...latest.current, { name: nameOf(file), ...kept }]);
    } catch (cause) {
      setFault((cause instanceof CallError && cause.body?.message) || t('widget.uploadFailed'));
    } finally {
      setProgress(null);
      onBlur?.();
    }
    return undefined;
  }
  return { take, progress, fault };
}

interface FileChooserProps {
  readonly isFull: boolean;
  readonly isBusy: boolean;
  /** What is wrong; a hint is shown otherwise. */
  readonly message: string | undefined;
  readonly onFile: (file: File | undefined) => void;
}

/** Offers to add a file while there may be more, and says what is wrong with the last one. */
function FileChooser({ isFull, isBusy, message, onFile }: FileChooserProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      {!isFull && (
        <FileLabel label={t('invoice.addFile')}>
          <input
            id={id}
            type="file"
            accept={kinds.join(',')}
            disabled={isBusy}
            aria-invalid={message ? true : undefined}
            aria-describedby={`${id}-note`}
            onChange={(event) => {
              onFile(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
        </FileLabel>
      )}
      <ListNote id={`${id}-note`} isError={Boolean(message)}>
        {message ?? t('invoice.fileHint')}
      </ListNote>
    </>
  );
}
