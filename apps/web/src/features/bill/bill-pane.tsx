import type { Bill } from '@atoll/domain/bill/bill';
import { waiterOf } from '@atoll/domain/bill/waiter';
import { AllergyNote } from '../../bill/allergy-note.tsx';
import { BillTotals } from '../../bill/bill-totals.tsx';
import { withoutParts } from '../../bill/item-words.ts';
import type { PaidBill } from '../../bill/last-paid.ts';
import { StateChip } from '../../bill/state-chip.tsx';
import { MaskedNote } from '../../bill/waiter/masked-note.tsx';
import { joinedList } from '../../locale/joined-list.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useSettingOf } from '../../sync/app-store.ts';
import { Button } from '../../ui/display/button.tsx';
import { later } from '../../ui/hook/later.tsx';
import { toastsWithin } from '../../ui/hook/toasts-within.ts';
import { BillActions, type BillCommands, emptyBillId } from './bill-actions.tsx';
import { BillItems, type ItemActions } from './bill-items/bill-items.tsx';
import css from './bill-pane.module.css';
import { AllergyWarning } from './item/allergy-warning.tsx';
import { CheckTabs } from './slot/check-tabs.tsx';
import { useOnThisTill } from './use-on-this-till.ts';

const PaidHere = later(async () => (await import('./paid-here.tsx')).PaidHere);
const PointsChip = later(async () => (await import('./points/points-chip.tsx')).PointsChip);
const NextSeat = later(async () => (await import('./bill-items/seat-choice.tsx')).NextSeat);
const DeliveryStrip = later(async () => (await import('../../delivery/delivery-strip.tsx')).DeliveryStrip);

interface BillPaneProps {
  readonly bill: Bill | undefined;
  /** For example 'Table 7'. */
  readonly title: string;
  readonly unsaved: ReadonlySet<string>;
  readonly failed: ReadonlySet<string>;
  /** Name of the item that was removed last, while the removal can be undone. */
  readonly removed: string | null;
  readonly now: number;
  readonly busy: boolean;
  readonly lines: ItemActions;
  readonly commands: BillCommands;
  /** The bill that was paid last in this slot. */
  readonly paid: PaidBill | null;
  readonly onNewSale: () => void;
  readonly className: string | undefined;
  readonly step: 'on' | 'off';
}

/** Shows the bill: slot, guests and creator, items, totals and actions. */
export function BillPane(props: BillPaneProps) {
  const { bill, title, unsaved, failed, removed, now, busy, lines, commands, className, step, paid } = props;
  const { t } = useTranslation();
  // Beside the paid check nothing of the next one is named.
  const isOtherCheck = paid !== null && bill !== undefined && paid.bill.checkNo !== bill.checkNo;
  const check = isOtherCheck ? paid.bill.checkNo : bill && bill.checkNo > 1 ? bill.checkNo : null;
  return (
    <section className={`${css.bill} ${className}`} aria-label={t('bill.bill')} data-step={step}>
      <header className={css.head} data-toasts-head>
        <h1>
          {title}
          {check !== null && ` · ${t('bill.check', { n: check })}`}
          {!isOtherCheck && <StateChip bill={bill} />}
        </h1>
        {bill && !isOtherCheck && <Facts bill={bill} now={now} />}
      </header>
      <div ref={toastsWithin} className={css.middle}>
        {paid ? (
          <PaidHere paid={paid} onNew={props.onNewSale} other={isOtherCheck ? bill : undefined} />
        ) : bill?.isMasked ? (
          <MaskedNote bill={bill} />
        ) : bill?.items.length === 0 ? (
          <p id={emptyBillId} className={css.empty}>
            {t('bill.itemsFirst')}
          </p>
        ) : bill ? (
          <BillItems bill={bill} unsaved={unsaved} failed={failed} actions={lines} />
        ) : (
          <div className={css.empty}>
            <p>{t('bill.slotFree')}</p>
            <Button look="main" size="l" data-toasts-end onClick={commands.checkIn} disabled={busy}>
              {t('bill.checkIn')}
            </Button>
          </div>
        )}
      </div>
      {bill && !bill.isMasked && !paid && (
        <div className={css.foot}>
          {removed && (
            <div className={css.undo} role="status">
              <span>{t('bill.removedLine', { name: removed })}</span>
              <button type="button" onClick={commands.undoRemove}>
                {t('bill.undo')}
              </button>
            </div>
          )}
          <BillTotals bill={bill} onRemove={commands.removePromotion} />
          <BillActions bill={bill} newCount={newCount(bill, unsaved)} busy={busy} commands={commands} />
        </div>
      )}
    </section>
  );
}

/** Returns how many items are not saved yet; a set counts once, without its parts. */
const newCount = ({ items }: Bill, unsaved: ReadonlySet<string>): number =>
  withoutParts(items.filter(({ key }) => unsaved.has(key))).length;

function Facts({ bill, now }: { bill: Bill; now: number }) {
  const hasPoints = useSettingOf('PointsEnabled') && bill.customer !== null;
  const hasSeats = useSettingOf('Seats') && bill.type === 'Table' && !bill.isMasked;
  return (
    <>
      <AllergyNote bill={bill} />
      <AllergyWarning bill={bill} />
      {!bill.isMasked && <About bill={bill} now={now} />}
      {hasPoints && <PointsChip bill={bill} />}
      <CheckTabs bill={bill} />
      {hasSeats && <NextSeat bill={bill} />}
      {!bill.isMasked && <DeliveryStrip bill={bill} now={now} />}
    </>
  );
}

function About({ bill, now }: { bill: Bill; now: number }) {
  const { t } = useTranslation();
  const minutes = Math.max(0, Math.floor((now - Date.parse(bill.createdAt)) / 60_000));
  const { unsaved, waiting } = useOnThisTill(bill.key);
  const device = bill.meta.find((each) => each.key === 'deviceNumber')?.value;
  const parts = [
    bill.covers > 0 ? t('bill.covers', { count: bill.covers }) : '',
    waiterOf(bill).name,
    minutes < 60
      ? t('bill.minutes', { n: minutes })
      : t('bill.hours', { h: Math.floor(minutes / 60), m: minutes % 60 }),
    bill.number !== null ? t('bill.number', { n: bill.number }) : device ? t('bill.number', { n: device }) : '',
  ];
  const guest = joinedList([bill.customer?.name ?? '', bill.name]);
  const states = [...(unsaved ? [t('bill.notSaved')] : []), ...(waiting ? [t('bill.waiting')] : [])];
  return (
    <>
      <p className={css.about}>
        <span>{joinedList(parts)}</span>
        {states.length === 1 && <span className={css.waits}> · {states[0]}</span>}
      </p>
      {states.length > 1 && <p className={css.waits}>{joinedList(states)}</p>}
      <Whose text={guest} />
      <Whose text={bill.note} />
    </>
  );
}

/** A longer text may end in an ellipsis, and is named whole on hover. */
const wholeLetters = 30;

/** Shows the guest's name, or the note of the bill, on lines of its own. */
function Whose({ text }: { text: string }) {
  if (!text) return null;
  return (
    <p className={css.whose} title={text.length > wholeLetters ? text : undefined}>
      {text}
    </p>
  );
}
