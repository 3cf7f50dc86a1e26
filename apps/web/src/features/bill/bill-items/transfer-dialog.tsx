import type { Bill } from '@atoll/domain/bill/bill';
import { liveItems } from '@atoll/domain/bill/items';
import type { SlotType, SlotTypeName } from '@atoll/domain/outlet/outlet';
import { useState } from 'react';
import { itemWords, withoutParts } from '../../../bill/item-words.ts';
import { joinedList } from '../../../locale/joined-list.ts';
import { slotName } from '../../../locale/slot-name.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import { CheckField } from '../../../ui/field/field.tsx';
import { Actions } from '../../../ui/overlay/actions.tsx';
import { DialogFields } from '../../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';
import css from './transfer-dialog.module.css';

export interface Move {
  readonly type: SlotTypeName;
  readonly slot: string;
  /** The target slot has an open bill: a whole bill is merged into it, single items are added to it. */
  readonly isTaken: boolean;
  /** Keys of the items to move; the whole bill when absent. */
  readonly items?: readonly string[];
}

interface TransferDialogProps {
  readonly bill: Bill;
  readonly slotTypes: readonly SlotType[];
  /** Returns whether a slot has an open bill. */
  readonly isTaken: (type: SlotTypeName, slot: string) => boolean;
  /** If false, the server cannot be reached, and the button says so. */
  readonly isOnline: boolean;
  /** If false, a whole bill can only move to a free slot. */
  readonly mayMerge: boolean;
  readonly onMove: (move: Move) => Promise<void>;
  readonly onClose: () => void;
}

/** Moves the bill or some of its items to another slot. If that slot has a bill, the two are merged. */
export function TransferDialog({ bill, slotTypes, isTaken, isOnline, mayMerge, onMove, onClose }: TransferDialogProps) {
  const { t } = useTranslation();
  const [what, setWhat] = useState<'bill' | 'lines'>('bill');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [type, setType] = useState<SlotTypeName>(bill.type);
  const [slot, setSlot] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isSlotTaken = slot !== undefined && isTaken(type, slot);
  const isWhole = what === 'bill';
  const isForbidden = isSlotTaken && isWhole && !mayMerge;

  const move = async () => {
    if (!slot) return;
    setBusy(true);
    await onMove({ type, slot, isTaken: isSlotTaken, ...(isWhole ? {} : { items: [...chosen] }) });
    setBusy(false);
    onClose();
  };
  return (
    <Modal title={t('bill.transfer')} onClose={onClose}>
      <DialogFields>
        <p>{t('bill.transferFrom', { slot: slotName(t, bill.type, bill.slot) })}</p>
        <Segmented
          label={t('bill.transferWhat')}
          value={what}
          onChange={setWhat}
          items={[
            { value: 'bill', label: t('service.whole') },
            { value: 'lines', label: t('service.someLines') },
          ]}
        />
        {!isWhole && <ItemChoice bill={bill} chosen={chosen} onChosen={setChosen} />}
        <Segmented
          label={t('bill.transferTo')}
          items={slotTypes.map((each) => ({ value: each.type, label: t(`bill.types.${each.type}`) }))}
          value={type}
          onChange={(next) => {
            setType(next);
            setSlot(undefined);
          }}
        />
        <TargetSlots {...{ bill, slotTypes, type, slot, isTaken }} onSlot={setSlot} />
        <Actions>
          {/* What the button does stands beside it: the list of slots may be long. */}
          <div className={css.said}>
            {isSlotTaken && <TakenHint slot={slotName(t, type, slot)} {...{ isForbidden, isWhole }} />}
            {!isOnline && <Hint>{t('bill.needsServer')}</Hint>}
          </div>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button
            look="accent"
            disabled={busy || !slot || !isOnline || isForbidden || (!isWhole && chosen.size === 0)}
            onClick={move}
          >
            {isSlotTaken && isWhole ? t('service.merge') : t('bill.transfer')}
          </Button>
        </Actions>
      </DialogFields>
    </Modal>
  );
}

interface ItemChoiceProps {
  readonly bill: Bill;
  /** Keys of the items that move. */
  readonly chosen: ReadonlySet<string>;
  readonly onChosen: (next: (was: ReadonlySet<string>) => ReadonlySet<string>) => void;
}

function ItemChoice({ bill, chosen, onChosen }: ItemChoiceProps) {
  const { t } = useTranslation();
  const toggle = (key: string) =>
    onChosen((was) => new Set(was.has(key) ? [...was].filter((one) => one !== key) : [...was, key]));
  return (
    <div className={css.choices} role="group" aria-label={t('service.chooseLines')}>
      {withoutParts(liveItems(bill)).map((item) => (
        <CheckField
          key={item.key}
          label={joinedList([itemWords(item), ...item.notes])}
          checked={chosen.has(item.key)}
          onChange={() => toggle(item.key)}
        />
      ))}
    </div>
  );
}

interface TargetSlotsProps extends Pick<TransferDialogProps, 'bill' | 'slotTypes' | 'isTaken'> {
  readonly type: SlotTypeName;
  readonly slot: string | undefined;
  readonly onSlot: (slot: string) => void;
}

/** Shows the slots of a type as buttons. The bill's own slot cannot be chosen. */
function TargetSlots({ bill, slotTypes, isTaken, type, slot, onSlot }: TargetSlotsProps) {
  const { t } = useTranslation();
  const count = slotTypes.find((each) => each.type === type)?.slotCount ?? 1;
  return (
    <div className={css.slots} role="group" aria-label={t('bill.targetSlot')}>
      {Array.from({ length: Math.max(0, count - 1) }, (_, i) => String(i + 1)).map((n) => {
        const holds = isTaken(type, n);
        const isHere = type === bill.type && n === bill.slot;
        return (
          <button
            key={n}
            type="button"
            className={css.slot}
            disabled={isHere}
            data-taken={holds}
            aria-pressed={slot === n}
            aria-label={`${slotName(t, type, n)}, ${holds ? t('bill.taken') : t('bill.states.Free')}`}
            onClick={() => onSlot(n)}
          >
            {n}
            {holds && <small>{t('bill.taken')}</small>}
          </button>
        );
      })}
    </div>
  );
}

interface TakenHintProps {
  /** For example 'Table 7'. */
  readonly slot: string;
  readonly isForbidden: boolean;
  readonly isWhole: boolean;
}

/** Says what a transfer to a slot with an open bill does. */
function TakenHint({ slot, isForbidden, isWhole }: TakenHintProps) {
  const { t } = useTranslation();
  return (
    <Hint role="status">
      {isForbidden
        ? t('approval.mayNot', { action: t('action.billMerge') })
        : isWhole
          ? `${t('service.mergeInto', { slot })} ${t('service.mergeHint', { slot })}`
          : t('service.movesLines', { slot })}
    </Hint>
  );
}
