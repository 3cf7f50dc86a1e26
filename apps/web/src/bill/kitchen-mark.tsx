import { itemKeys } from '@atoll/domain/kitchen/kitchen-ticket';
import type { KitchenState } from '@atoll/domain/kitchen/states';
import { useEffect } from 'react';
import { followKitchen, shownTickets, useKitchen } from '../kitchen/kitchen.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { useApp } from '../sync/app-store.ts';
import { Chip, type ChipTone } from '../ui/display/chip.tsx';

const tones: Readonly<Record<string, ChipTone>> = { Preparing: 'saved', Ready: 'good', Recalled: 'saved' };

/** Shows the kitchen state of an item: 'Preparing', 'Ready'. Shows nothing before it is started and after it was served. */
export function KitchenMark({ billKey, itemKey }: { readonly billKey: string; readonly itemKey: string }) {
  const isOn = useApp((state) => state.features.includes('Kitchen'));
  useEffect(() => (isOn ? followKitchen(billKey) : undefined), [isOn, billKey]);
  const state = useKitchen(({ tickets, pending }) => {
    const ticket = tickets.find(
      (each) => each.kind !== 'Cancel' && each.lines.some((line) => !line.isVoid && itemKeys(line).includes(itemKey)),
    );
    return ticket && shownTickets([ticket], pending)[0]?.state;
  });
  const tone = state && tones[state];
  return isOn && state && tone ? <StateMark state={state} tone={tone} /> : null;
}

function StateMark({ state, tone }: { readonly state: KitchenState; readonly tone: ChipTone }) {
  const { t } = useTranslation();
  return <Chip tone={tone}>{t(`kitchen.states.${state}`)}</Chip>;
}
