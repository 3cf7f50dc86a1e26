import type { Bill } from '@atoll/domain/bill/bill';
import { isOpenBill } from '@atoll/domain/bill/states';
import { waiterOf } from '@atoll/domain/bill/waiter';
import { useMemo, useState } from 'react';
import { usePermissionEffect } from '../../approval/permission-effect.ts';
import { useBills } from '../../bills/bills.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/display/button.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import css from './waiter-tables.module.css';

/** A waiter with open tables. */
export interface WaiterGroup {
  readonly id: number | null;
  readonly name: string;
  readonly bills: readonly Bill[];
}

/** Lists the waiters with open tables, each with 'Hand over all' and its dialog (R35.77). */
export function WaiterTables() {
  const [handing, setHanding] = useState<WaiterGroup>();
  return (
    <>
      <WaiterTableList isOwn={false} onHand={setHanding} />
      {handing && <HandAllDialog group={handing} onClose={() => setHanding(undefined)} />}
    </>
  );
}

/** Renders the dialog that hands over all tables of a waiter. */
export function HandAllDialog({ group, onClose }: { group: WaiterGroup; onClose: () => void }) {
  return <HandOverDialog bills={group.bills} from={group} isAll onClose={onClose} />;
}

interface WaiterTableListProps {
  /** Lists only the tables of the signed-in person. */
  readonly isOwn: boolean;
  readonly onHand: (group: WaiterGroup) => void;
}

/** Lists the waiters with open tables, without the dialog, for a panel that closes when a button is pressed. Renders nothing without any. */
export function WaiterTableList({ isOwn, onHand }: WaiterTableListProps) {
  const { t } = useTranslation();
  const groups = useGroups(isOwn);
  const mayHand = usePermissionEffect('bill.transfer.server') !== 'deny';
  if (groups.length === 0 || !mayHand) return null;
  const title = t(isOwn ? 'waiter.yours' : 'waiter.team');
  return (
    <section className={css.tables} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {groups.map((group) => (
          <li key={group.id}>
            {!isOwn && <b>{group.name}</b>}
            <span>{t('waiter.bills', { count: group.bills.length })}</span>
            <Button
              aria-label={isOwn ? undefined : t('waiter.handAllOf', { name: group.name })}
              onClick={() => onHand(group)}
            >
              {t('waiter.handAll')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the open bills by waiter. Bills that wait for the server are not handed over yet. */
function useGroups(isOwn: boolean): readonly WaiterGroup[] {
  const bills = useBills((state) => state.bills);
  const ownId = useSession((state) => state.user?.id);
  const seesOthers = useSession((state) => state.user?.permissions.includes('bill.viewOthers') ?? false);
  return useMemo(() => {
    const groups = new Map<number, WaiterGroup>();
    for (const bill of Object.values(bills).filter(isOpenBill)) {
      const { id, name } = waiterOf(bill);
      if (id === null || bill.id === null || (id !== ownId && (isOwn || !seesOthers))) continue;
      groups.set(id, { id, name, bills: [...(groups.get(id)?.bills ?? []), bill] });
    }
    return [...groups.values()].toSorted((a, b) => a.name.localeCompare(b.name));
  }, [bills, isOwn, ownId, seesOthers]);
}
