import type { Bill } from '@atoll/domain/bill/bill';
import type { SlotType, SlotTypeName } from '@atoll/domain/outlet/outlet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from '../../business/dialogs.module.css';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/overlay.tsx';
import { Segmented } from '../../ui/segmented.tsx';

interface TransferDialogProps {
  readonly bill: Bill;
  readonly slotTypes: readonly SlotType[];
  /** Whether a slot holds an open bill. */
  readonly isTaken: (type: SlotTypeName, slot: string) => boolean;
  /** false: the server cannot be reached, and the button says so. */
  readonly isOnline: boolean;
  readonly onTransfer: (type: SlotTypeName, slot: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Moves the bill to a free slot. */
export function TransferDialog({ bill, slotTypes, isTaken, isOnline, onTransfer, onClose }: TransferDialogProps) {
  const { t } = useTranslation();
  const [type, setType] = useState<SlotTypeName>(bill.type);
  const [slot, setSlot] = useState<string>();
  const [busy, setBusy] = useState(false);
  const count = slotTypes.find((each) => each.type === type)?.slotCount ?? 1;
  return (
    <Modal title={t('bill.transfer')} onClose={onClose}>
      <div className={css.form}>
        <p>{t('bill.transferFrom', { slot: `${t(`bill.types.${bill.type}`)} ${bill.slot}` })}</p>
        <Segmented
          label={t('bill.transferTo')}
          items={slotTypes.map((each) => ({ value: each.type, label: t(`bill.types.${each.type}`) }))}
          value={type}
          onChange={(next) => {
            setType(next);
            setSlot(undefined);
          }}
        />
        <div className={css.slots} role="group" aria-label={t('bill.targetSlot')}>
          {Array.from({ length: Math.max(0, count - 1) }, (_, i) => String(i + 1)).map((n) => {
            const taken = isTaken(type, n);
            return (
              <button
                key={n}
                type="button"
                className={css.slot}
                disabled={taken}
                aria-pressed={slot === n}
                aria-label={`${t(`bill.types.${type}`)} ${n}, ${taken ? t('bill.taken') : t('bill.states.Free')}`}
                onClick={() => setSlot(n)}
              >
                {n}
                {taken && <small>{t('bill.taken')}</small>}
              </button>
            );
          })}
        </div>
        {!isOnline && <p className={css.hint}>{t('bill.needsServer')}</p>}
        <div className={css.actions}>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button
            look="accent"
            disabled={busy || !slot || !isOnline}
            onClick={async () => {
              if (!slot) return;
              setBusy(true);
              await onTransfer(type, slot);
              setBusy(false);
              onClose();
            }}
          >
            {t('bill.transfer')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
