import { useState } from 'react';
import { maxCovers } from '../../../bill/covers.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Button } from '../../../ui/display/button.tsx';
import { AmountField } from '../../../ui/number/amount-field.tsx';
import { wholeShape } from '../../../ui/number/number-entry.ts';
import { Actions } from '../../../ui/overlay/actions.tsx';
import { DialogForm } from '../../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';

interface CoversDialogProps {
  /** Label of the button: what happens next. */
  readonly action: string;
  readonly onCovers: (covers: number) => void;
  readonly onClose: () => void;
}

/** Asks how many guests are at the table, in outlets that count them. */
export function CoversDialog({ action, onCovers, onClose }: CoversDialogProps) {
  const { t } = useTranslation();
  const [covers, setCovers] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const apply = () => {
    if (!covers || covers > maxCovers) return setError(t('floor.coversRange', { most: maxCovers }));
    onCovers(covers);
  };
  return (
    <Modal title={t('floor.coversTitle')} size="s" onClose={onClose}>
      <DialogForm onSubmit={apply}>
        <AmountField
          label={t('service.guests')}
          shape={wholeShape}
          size="l"
          pad
          autoFocus
          value={covers}
          error={error}
          onChange={(next) => {
            setCovers(next);
            setError(undefined);
          }}
          onEnter={apply}
        />
        <Actions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" look="main">
            {action}
          </Button>
        </Actions>
      </DialogForm>
    </Modal>
  );
}
