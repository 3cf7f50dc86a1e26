import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { withSetParts } from '@atoll/domain/bill/set-menu/set-menu';
import { groupsOf } from '@atoll/domain/price/choice-group';
import { useState } from 'react';
import { approved } from '../../../approval/approved.ts';
import { gapText } from '../../../bill/choice/gap-text.ts';
import { OptionGroup } from '../../../bill/choice/option-group.tsx';
import {
  type ChosenPart,
  chosenPart,
  type Offered,
  offeredIn,
  optionGap,
  partChoiceOf,
} from '../../../bill/choice/set-choice.ts';
import { OfferedWords } from '../../../bill/choice/set-choices.tsx';
import { useBills } from '../../../bills/bills.ts';
import { sentenceText } from '../../../locale/sentence.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { printCancellations } from '../../../printing/tickets.ts';
import { useApp } from '../../../sync/app-store.ts';
import { menuIndexOf } from '../../../sync/menu/menu-index.ts';
import { Preset, Presets } from '../../../ui/choice/presets.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import { Actions } from '../../../ui/overlay/actions.tsx';
import { DialogFields } from '../../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';

interface SwapPartProps {
  readonly bill: Bill;
  /** The part of a set. */
  readonly item: BillItem;
  readonly isUnsaved: boolean;
  readonly onClose: () => void;
}

/** Puts another choice of its group in the place of a part of a set (R21.27). A tap does it, unless the choice has options. */
export function SwapPart({ bill, item, isUnsaved, onClose }: SwapPartProps) {
  const { t } = useTranslation();
  const { offers, group } = useOffers(bill, item);
  const [chosen, setChosen] = useState<ChosenPart>();
  const { swap, busy, error, setError } = useSwap({ bill, item, isUnsaved, onClose });
  const choose = (offered: Offered) => {
    if (!group) return;
    const part = chosenPart(group, offered);
    if ((offered.menuItem.modifierGroups ?? []).length === 0) void swap(part);
    else setChosen(part);
  };
  const add = (part: ChosenPart) => {
    const gap = optionGap(part);
    return gap ? setError(gapText(gap, t)) : void swap(part);
  };
  const isSame = ({ menuItem, size }: Offered) => menuItem.id === item.menuItemId && size.value === item.size;
  return (
    <Modal title={t('bill.swapPart', { name: item.name })} onClose={onClose}>
      <DialogFields>
        {item.ofSet && <p>{item.ofSet.name}</p>}
        {offers.length === 0 && <Hint>{t('service.setUnknown')}</Hint>}
        <Presets label={group?.name}>
          {offers.map((offered) => (
            <Preset
              key={`${offered.choice.menuItemId} ${offered.choice.size}`}
              isChosen={chosen ? chosen.choice === offered.choice : isSame(offered)}
              disabled={busy || !offered.menuItem.isAvailable || isSame(offered)}
              onChoose={() => choose(offered)}
            >
              <OfferedWords {...offered} />
            </Preset>
          ))}
        </Presets>
        {chosen?.menuItem.modifierGroups?.map((options) => (
          <OptionGroup
            key={options.id}
            group={options}
            chosen={chosen.options}
            onChosen={(next) => setChosen({ ...chosen, options: next })}
          />
        ))}
        {error && <Alert>{error}</Alert>}
        <Actions>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          {chosen && (
            <Button look="accent" busy={busy} onClick={() => add(chosen)}>
              {t('service.swap')}
            </Button>
          )}
        </Actions>
      </DialogFields>
    </Modal>
  );
}

/** Returns the group from which a part was chosen, and what it offers now. */
function useOffers(bill: Bill, item: BillItem) {
  const rules = useApp((state) => state.prices);
  const index = menuIndexOf(useApp((state) => state.menus));
  const head = bill.items.find(({ key }) => key === item.parentKey);
  const found = head && index.find(head.menuItemId)?.item;
  const group = found && groupsOf(found, rules).find(({ id }) => id === item.choiceGroupId);
  return { group, offers: group ? offeredIn(group, (id) => index.find(id)?.item) : [] };
}

/** Returns the function that swaps the part, approved where needed: what the kitchen has is cancelled there. */
function useSwap({ bill, item, isUnsaved, onClose }: SwapPartProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const swap = async (part: ChosenPart) => {
    const choice = partChoiceOf(part);
    if (isUnsaved) {
      const done = useBills.getState().swapUnsaved(bill.key, item.key, choice);
      if (done.ok) onClose();
      else setError(sentenceText(done.refusal.message));
      return;
    }
    setBusy(true);
    const reason = t('service.swappedFor', { name: part.menuItem.name });
    const itemKeys = withSetParts(bill.items, [item.key]);
    const done = await approved(
      { permission: 'item.void.sent', subjectType: 'Bill', subjectKey: bill.key, itemKeys, reason, worksOffline: true },
      (options) => useBills.getState().swapPart(bill.key, item.key, { choice, reason }, options),
    );
    setBusy(false);
    if (!done) return;
    if (!done.ok) return setError(sentenceText(done.refusal.message));
    void printCancellations(done.value);
    onClose();
  };
  return { swap, busy, error, setError };
}
