import type { ReactNode } from 'react';
import { useTranslation } from '../locale/use-translation.ts';
import type { OutboxEntry } from '../outbox/entry.ts';
import { amountOf } from '../outbox/unsynced-amount.ts';
import { Button } from '../ui/display/button.tsx';
import { moneyText } from '../ui/display/money.tsx';
import { dueOf, slotOf, whyOf } from './outbox-words.ts';
import { useResolutions } from './use-resolutions.ts';

interface ShownLatePayment {
  readonly title: string;
  /** What happened to it: who took the money first, or what is due now. */
  readonly text: string;
  /** The buttons: it is applied, or given back. */
  readonly ways: ReactNode;
}

/** Returns what a screen shows of a payment that was taken on this till and reached the server too late. Source: docs/rules.md#late-payments. */
export function useLatePayment(entry: OutboxEntry, size?: 'm' | 'l'): ShownLatePayment {
  const { t } = useTranslation();
  const { resolutions, resolve } = useResolutions(entry);
  const amount = moneyText(amountOf(entry));
  const isShort = resolutions.includes('takeRest') && dueOf(entry) > 0;
  return {
    title: t('service.lateTitle', { slot: slotOf(entry, t) }),
    text: isShort ? t('service.lateShort', { amount, due: moneyText(dueOf(entry)) }) : `${amount}. ${whyOf(entry, t)}`,
    ways: resolutions.map((one, index) => (
      <Button key={one} look={index === 0 ? 'accent' : 'plain'} size={size} onClick={() => resolve(one)}>
        {t(`outbox.ways.${one}`)}
      </Button>
    )),
  };
}
