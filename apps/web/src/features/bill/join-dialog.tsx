import type { Bill } from '@atoll/domain/bill/bill';
import { joinedSlotsOf, maxJoinedSlots } from '@atoll/domain/bill/split/join';
import { slotIdentity } from '@atoll/domain/outlet/floor/floor-plan';
import { useState } from 'react';
import { useConnection } from '../../api/connection.ts';
import { useBills } from '../../bills/bills.ts';
import { slotName } from '../../locale/slot-name.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useApp } from '../../sync/app-store.ts';
import { Button } from '../../ui/display/button.tsx';
import { Hint } from '../../ui/display/hint.tsx';
import { Actions } from '../../ui/overlay/actions.tsx';
import { DialogFields } from '../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';
import css from './bill-items/transfer-dialog.module.css';
import { joinHere } from './floor/join-here.ts';
import { joinedName } from './joined-name.ts';
import { checksAt } from './slot/check-choice.ts';

/** Joins free places of the floor plan to a bill, or takes them apart. Source: R23.8. */
export function JoinDialog({ bill, onClose }: { readonly bill: Bill; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const places = useApp((state) => state.floor.places);
  const state = useBills();
  const isOnline = useConnection((connection) => connection.isOnline);
  const [chosen, setChosen] = useState<readonly string[]>(joinedSlotsOf(bill));
  const [busy, setBusy] = useState(false);
  const isFull = chosen.length + 1 >= maxJoinedSlots;
  const offered = places
    .filter(({ type, slot }) => type === bill.type && slot !== bill.slot)
    .toSorted((a, b) => Number(a.slot) - Number(b.slot));

  const join = async (slots: readonly string[]) => {
    setBusy(true);
    const isDone = await joinHere(bill, slots);
    setBusy(false);
    if (isDone) onClose();
  };
  return (
    <Modal title={t('bill.actions.joinTables')} onClose={onClose}>
      <DialogFields>
        <p>{t('bill.joinTo', { slot: joinedName(t, bill) })}</p>
        <div className={css.slots} role="group" aria-label={t('bill.targetSlot')}>
          {offered.map((place) => {
            const { slot } = place;
            const isChosen = chosen.includes(slot);
            const isTaken = checksAt(state, place).some(({ key }) => key !== bill.key);
            return (
              <button
                key={slotIdentity(place)}
                type="button"
                className={css.slot}
                disabled={isTaken || (isFull && !isChosen)}
                aria-pressed={isChosen}
                aria-label={`${slotName(t, place.type, slot)}, ${t(isTaken ? 'bill.taken' : 'bill.states.Free')}`}
                onClick={() => setChosen(isChosen ? chosen.filter((one) => one !== slot) : [...chosen, slot])}
              >
                {place.name || slot}
                {isTaken && <small>{t('bill.taken')}</small>}
              </button>
            );
          })}
        </div>
        <Actions>
          <div className={css.said}>
            {isFull && <Hint>{t('bill.joinFull')}</Hint>}
            {!isOnline && <Hint>{t('bill.needsServer')}</Hint>}
          </div>
          {joinedSlotsOf(bill).length > 0 && (
            <Button disabled={busy || !isOnline} onClick={() => void join([])}>
              {t('bill.takeApart')}
            </Button>
          )}
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button look="accent" disabled={busy || !isOnline} onClick={() => void join(chosen)}>
            {t('bill.actions.joinTables')}
          </Button>
        </Actions>
      </DialogFields>
    </Modal>
  );
}
