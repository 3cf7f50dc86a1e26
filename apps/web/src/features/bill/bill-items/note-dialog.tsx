import type { BillItem } from '@atoll/domain/bill/bill';
import { useState } from 'react';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Preset, Presets } from '../../../ui/choice/presets.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { TextArea } from '../../../ui/field/field.tsx';
import { Actions } from '../../../ui/overlay/actions.tsx';
import { DialogForm } from '../../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';

interface NoteDialogProps {
  readonly item: BillItem;
  readonly onSave: (notes: readonly string[]) => void;
  readonly onClose: () => void;
}

const maxNotes = 20;

/** Returns the rows of a text as notes; a row that is too long for one note goes on in the next. */
const notesOf = (text: string): readonly string[] =>
  text.split('\n').flatMap(
    (row) =>
      row
        .trim()
        .match(/\S.{0,199}(?=\s|$)|\S{1,200}/g)
        ?.map((note) => note.trim()) ?? [],
  );

/** Edits the notes of an item for the kitchen, one per row. */
export function NoteDialog({ item, onSave, onClose }: NoteDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(item.notes.join('\n'));
  const presets = t('bill.notePresets').split('|');
  return (
    <Modal title={t('bill.noteFor', { name: item.name })} onClose={onClose}>
      <DialogForm
        onSubmit={() => {
          onSave(notesOf(text).slice(0, maxNotes));
          onClose();
        }}
      >
        <Presets>
          {presets.map((preset) => (
            <Preset key={preset} onChoose={() => setText((was) => (was.trim() ? `${was.trim()}\n${preset}` : preset))}>
              {preset}
            </Preset>
          ))}
        </Presets>
        <TextArea
          label={t('bill.note')}
          maxLength={600}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Actions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" look="accent">
            {t('ui.save')}
          </Button>
        </Actions>
      </DialogForm>
    </Modal>
  );
}
