import type { Bill } from '@atoll/domain/bill/bill';
import type { PromotionOff } from '@atoll/domain/bill/promotion/off';
import { memo, useMemo, useState } from 'react';
import { usePermissionEffect } from '../../approval/permission-effect.ts';
import { withoutParts } from '../../bill/item-words.ts';
import type { enBilling } from '../../locale/en/billing.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useSession } from '../../session/session.ts';
import { breakpoints } from '../../styles/breakpoints.ts';
import { useApp } from '../../sync/app-store.ts';
import { Hint } from '../../ui/display/hint.tsx';
import { later } from '../../ui/hook/later.tsx';
import { useMedia } from '../../ui/hook/narrow.ts';
import { Modal } from '../../ui/overlay/overlay.tsx';
import css from './bill-actions.module.css';
import { useDueNow } from './use-due-now.ts';

/** Comes after the bill screen, where cash pays with one tap. */
const PayNow = later(async () => (await import('./pay-now.tsx')).PayNow);

export interface BillCommands {
  readonly checkIn: () => void;
  readonly save: () => void;
  readonly printTicket: () => void;
  readonly printBill: () => void;
  readonly checkout: () => void;
  readonly transfer: () => void;
  /** Chooses the places that belong to the bill. */
  readonly join: () => void;
  readonly split: () => void;
  readonly details: () => void;
  readonly handOver: () => void;
  /** Sets how many of an item are left. */
  readonly itemsLeft: () => void;
  readonly giftCard: () => void;
  /** Puts a coupon on the bill. */
  readonly coupon: () => void;
  /** Says how much the guests may order before somebody is asked. */
  readonly tabLimit: () => void;
  /** Makes an order of a bill that is not saved yet. */
  readonly keepForLater: () => void;
  readonly customer: () => void;
  readonly discount: () => void;
  readonly voidBill: () => void;
  readonly cancelCheckIn: () => void;
  readonly undoRemove: () => void;
  /** Asks why a promotion is taken off the bill. */
  readonly removePromotion: (promotion: PromotionOff) => void;
  /** Returns a command that ignores a second press while any command is running. */
  readonly once: (work: () => Promise<unknown>) => () => void;
}

interface BillActionsProps {
  readonly bill: Bill;
  readonly newCount: number;
  readonly busy: boolean;
  readonly commands: BillCommands;
}

interface Action {
  readonly key: keyof typeof enBilling.bill.actions;
  readonly run: () => void;
  readonly danger?: boolean;
}

/** The id of the sentence that says why buttons of an empty bill are off. */
export const emptyBillId = 'empty-bill';

const needItems = ['split', 'keepForLater', 'printTicket', 'printBill'];
const [allOn, offWhenSaved, offWhenReduced, offWhenEmpty] = [
  [],
  ['keepForLater'],
  needItems,
  [...needItems, 'discount'],
];

/** Returns the actions that need items. A discount that an empty bill still has may be taken back. */
function offFor({ items, discountPercentage, discountAmount }: Bill, newCount: number): readonly string[] {
  // What is saved went to the kitchen.
  if (items.length > 0) return newCount < withoutParts(items).length ? offWhenSaved : allOn;
  return discountPercentage > 0 || (discountAmount ?? 0) > 0 ? offWhenReduced : offWhenEmpty;
}

/** Returns the actions that are always shown, and the rarer ones. */
function actionsOf(
  commands: BillCommands,
  {
    mayHand,
    mayJoin,
    mayCount,
    hasWallets,
    maySell,
    hasCoupons,
    isEmpty,
  }: Readonly<
    Record<'mayHand' | 'mayJoin' | 'mayCount' | 'hasWallets' | 'maySell' | 'hasCoupons' | 'isEmpty', boolean>
  >,
): readonly [readonly Action[], readonly Action[]] {
  const often: Action[] = [
    { key: 'customer', run: commands.customer },
    { key: 'discount', run: commands.discount },
    { key: 'transfer', run: commands.transfer },
    { key: 'split', run: commands.split },
  ];
  const rare: Action[] = [
    { key: 'details', run: commands.details },
    ...(mayHand ? [{ key: 'handOver', run: commands.handOver } as const] : []),
    ...(mayJoin ? [{ key: 'joinTables', run: commands.join } as const] : []),
    ...(mayCount ? [{ key: 'itemsLeft', run: commands.itemsLeft } as const] : []),
    ...(maySell ? [{ key: 'giftCard', run: commands.giftCard } as const] : []),
    ...(hasCoupons ? [{ key: 'coupon', run: commands.coupon } as const] : []),
    ...(hasWallets
      ? ([
          { key: 'tabLimit', run: commands.tabLimit },
          { key: 'keepForLater', run: commands.keepForLater },
        ] as const)
      : []),
    { key: 'printTicket', run: commands.printTicket },
    { key: 'printBill', run: commands.printBill },
    isEmpty
      ? { key: 'cancelCheckIn', run: commands.cancelCheckIn, danger: true }
      : { key: 'voidBill', run: commands.voidBill, danger: true },
  ];
  return [often, rare];
}

/** Returns whether the person may say how many of an item are left. */
const useMayCount = (): boolean =>
  useSession(({ user }) =>
    ['menu.86', 'menu.edit'].some((permission) => user?.permissions.includes(permission) === true),
  );

/** Returns whether the person may join places to a bill: where a floor plan has others of its slot type. */
function useMayJoin({ type, slot }: Bill): boolean {
  const mayMove = usePermissionEffect('bill.transfer') !== 'deny';
  return useApp(({ floor }) => floor.places.some((place) => place.type === type && place.slot !== slot)) && mayMove;
}

/** The most rare actions that have room beside the others. */
const maxAdded = 3;

/** Shows the actions of a bill. On a narrow or low screen the rarer ones are behind 'More'. */
export function BillActions({ bill, newCount, busy, commands }: BillActionsProps) {
  const { t } = useTranslation();
  const dueNow = useDueNow(bill);
  // The amounts that pay at once need room too: the items of the bill stay in sight.
  const isLow = dueNow > 0 ? breakpoints.low : breakpoints.veryLow;
  const isSmall = useMedia(`${breakpoints.phone}, ${isLow}`);
  const [more, setMore] = useState(false);
  const mayHand = usePermissionEffect('bill.transfer.server') !== 'deny';
  const mayCount = useMayCount();
  const hasWallets = useApp(({ features }) => features.includes('Wallets'));
  const mayIssue = usePermissionEffect('wallet.issue') !== 'deny';
  const maySell = hasWallets && mayIssue;
  const mayJoin = useMayJoin(bill);
  const hasCoupons = useApp(({ prices }) => prices.promotions?.some(({ trigger }) => trigger === 'Coupon') === true);
  const mayPay = usePermissionEffect('bill.pay') !== 'deny';
  const isEmpty = bill.items.length === 0;
  const off = offFor(bill, newCount);
  const [often, rare] = useMemo(
    () => actionsOf(commands, { mayHand, mayJoin, mayCount, hasWallets, maySell, hasCoupons, isEmpty }),
    [commands, mayHand, mayJoin, mayCount, hasWallets, maySell, hasCoupons, isEmpty],
  );
  const added = [mayHand, mayJoin, mayCount, hasWallets, hasWallets, maySell, hasCoupons].filter(Boolean).length;
  const hasRoom = !isSmall && added <= maxAdded;
  const small = { busy, off, onPress: setMore };
  return (
    <div
      className={css.actions}
      data-few={!hasRoom || undefined}
      data-odd={(hasRoom && (added === 1 || added === 2)) || undefined}
      data-even={added === 2 || undefined}
      data-three={(hasRoom && added === 3) || undefined}
    >
      <SmallActions actions={often} {...small} />
      {hasRoom ? (
        <SmallActions actions={rare} {...small} />
      ) : (
        <button type="button" className={css.small} aria-haspopup="dialog" onClick={() => setMore(true)}>
          {t('bill.more')}
        </button>
      )}
      {dueNow > 0 && <PayNow bill={bill} due={dueNow} busy={busy} once={commands.once} />}
      <div className={css.main}>
        <button
          type="button"
          className={css.save}
          disabled={busy}
          aria-label={t('bill.save')}
          aria-description={newCount > 0 ? t('bill.saveNew', { count: newCount }) : undefined}
          onClick={commands.save}
        >
          {newCount > 0 ? t('bill.saveCount', { count: newCount }) : t('bill.save')}
        </button>
        {mayPay && (
          <button type="button" className={css.pay} disabled={busy} onClick={commands.checkout}>
            {t('bill.checkout')}
          </button>
        )}
      </div>
      {more && (
        <Modal title={t('bill.more')} onClose={() => setMore(false)}>
          <div className={css.more}>
            {isEmpty && <Hint>{t('bill.itemsFirst')}</Hint>}
            <SmallActions actions={rare} {...small} />
          </div>
        </Modal>
      )}
    </div>
  );
}

interface SmallActionsProps {
  readonly actions: readonly Action[];
  readonly busy: boolean;
  /** The keys of those that need items. */
  readonly off: readonly string[];
  /** Called with false: what was behind 'More' is no longer open. */
  readonly onPress: (isOpen: boolean) => void;
}

/** Shows the buttons of the smaller actions. A tap on an item does not render them again (R34.6). */
const SmallActions = memo(function SmallActions({ actions, busy, off, onPress }: SmallActionsProps) {
  const { t } = useTranslation();
  return actions.map((action) => (
    <button
      key={action.key}
      type="button"
      className={`${css.small} ${action.danger ? css.danger : ''}`}
      disabled={busy || off.includes(action.key)}
      aria-describedby={off.includes(action.key) ? emptyBillId : undefined}
      onClick={() => {
        onPress(false);
        action.run();
      }}
    >
      {t(`bill.actions.${action.key}`)}
    </button>
  ));
});
