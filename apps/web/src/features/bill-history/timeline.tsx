import type { BillEvent } from '@atoll/domain/contract/bill/bill';
import { formatAmount, laari } from '@atoll/domain/money/money';
import type { PaymentMethod } from '@atoll/domain/payment/methods';
import type { Payment } from '@atoll/domain/payment/payment';
import { unsetRatesOf } from '@atoll/domain/payment/unset-rate';
import { shownPriceWords } from '@atoll/domain/price/price-words';
import type { TFunction } from 'i18next';
import { foreignCashText, ratesText } from '../../cash/unset-rate-text.ts';
import { dayAndTime } from '../../locale/instant.ts';
import { joinedList } from '../../locale/joined-list.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Whole } from '../../ui/display/whole.tsx';
import { paymentName } from './payment-name.ts';
import css from './timeline.module.css';
import {
  courseRows,
  type LineNote,
  names,
  type PlaceNote,
  type PromotionNote,
  placeRows,
  promotionRows,
  reductionRows,
} from './timeline-rows.ts';

interface Note extends PlaceNote {
  readonly total?: number;
  readonly reason?: string | null;
  readonly invoiceNumber?: string;
  /** The bill fell below what was printed, laari. */
  readonly lowering?: { readonly from: number; readonly to: number; readonly isUnapproved?: true };
  readonly items?: readonly (LineNote | string)[];
  /** Promotions that the bill got, and those that ended. */
  readonly promotions?: readonly PromotionNote[];
  /** Of a payment that was corrected. */
  readonly method?: PaymentMethod;
  readonly reference?: string;
  /** Of a bill that was paid. */
  readonly payments?: readonly (Pick<Payment, 'key' | 'currency' | 'unsetRate'> | string)[];
}

const noted = ({ method = 'Other', reference = '' }: Note) => ({ method, reference });

const linesOf = (note: unknown): readonly LineNote[] =>
  ((note as Note | null)?.items ?? []).filter((one): one is LineNote => typeof one === 'object');

const unsetRates = (note: Note | null) =>
  unsetRatesOf({ payments: (note?.payments ?? []).filter((one) => typeof one === 'object'), invoiceNumber: null });

interface ToldEvent {
  readonly event: BillEvent;
  readonly rows: readonly string[];
}

/** Returns whether an event tells something: a change of the kitchen's marks alone does not. */
const isTold = ({ event, rows }: ToldEvent): boolean =>
  event.action !== 'Updated' || rows.length > 0 || event.approverName !== null || event.isRevoked;

/** Shows what happened to a bill, the latest first: who, when, old and new values, and who approved it. */
export function Timeline({ events }: { events: readonly BillEvent[] }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const shown = events.map((event) => ({ event, rows: rowsOf(event, t) })).filter(isTold);
  return (
    <section aria-label={t('service.timeline')}>
      <h3 className={css.title}>{t('service.timeline')}</h3>
      <ol className={css.events}>
        {shown.toReversed().map(({ event, rows }) => (
          <li key={event.seq} className={css.event}>
            <span className={css.what}>
              {t(`service.events.${event.action}` as 'service.events.Paid', event.action)}
            </span>
            <time className={css.when}>{dayAndTime(event.at, timezone)}</time>
            <Changes rows={rows} />
            <span className={css.who}>
              {joinedList([
                event.sentBy ? t('service.bySentBy', { name: event.userName, sender: event.sentBy }) : event.userName,
                event.isRevoked ? t('service.revoked') : '',
                event.approverName ? t('service.approvedBy', { name: event.approverName }) : '',
                event.isOfflineApproval ? t('approval.withoutServer') : '',
              ])}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const oldPrices = (lines: readonly LineNote[], t: TFunction): string[] =>
  lines.flatMap(({ name, sellingPrice = 0, laterPrice }) =>
    laterPrice === undefined
      ? []
      : t('service.oldPrice', { name, was: formatAmount(laari(sellingPrice)), now: formatAmount(laari(laterPrice)) }),
  );

const listPrices = (lines: readonly LineNote[]): string[] =>
  lines.flatMap(({ name, priceRule }) => (priceRule ? `${name}: ${shownPriceWords(priceRule.words)}` : []));

const unsurePrices = (lines: readonly LineNote[], t: TFunction): string[] =>
  lines.flatMap(({ name, priceFlag }) =>
    priceFlag === 'OldRules' || priceFlag === 'Unproven' ? `${name}: ${t('bill.priceUnsure')}` : [],
  );

const soldOffHours = (lines: readonly LineNote[], t: TFunction): string[] =>
  lines.flatMap(({ name, isOffHours, priceFlag }) => {
    if (priceFlag === 'ChoiceMissing') return `${name}: ${t('service.choiceMissing')}`;
    return isOffHours || priceFlag === 'NotOffered' ? `${name}: ${t('bill.offHours')}` : [];
  });

function loweringRows(note: Note | null, t: TFunction): string[] {
  if (!note?.lowering) return [];
  const { from, to, isUnapproved } = note.lowering;
  const amounts = { before: formatAmount(laari(from)), after: formatAmount(laari(to)) };
  return [t('service.loweredPrinted', amounts), isUnapproved ? t('service.loweredUnapproved') : ''];
}

/** Returns the names of the changed fields of the bill. */
function changedFields(before: object | null, after: object | null, t: TFunction): string {
  const names = {
    covers: t('service.guests'),
    note: t('service.billNote'),
    allergies: t('delivery.allergies'),
    name: t('service.billName'),
    customer: t('history.customer'),
    discountPercentage: t('bill.discount'),
    discountAmount: t('bill.discount'),
    discountReason: t('bill.discount'),
    invoiceType: t('service.taxInvoice'),
  };
  const changed = Object.entries(names).filter(([field]) => before && after && field in before && field in after);
  return [...new Set(changed.map(([, name]) => name))].join(', ');
}

const notesOf = (line: LineNote | undefined): string => JSON.stringify(line?.notes ?? []);

/** Returns what an event changed, a text for each change. */
function rowsOf(event: BillEvent, t: TFunction): readonly string[] {
  const [before, after] = [event.before as Note | null, event.after as Note | null];
  const was = new Map(linesOf(before).map((line) => [line.key, line]));
  const added = linesOf(after).filter((line) => !was.has(line.key) && !line.isVoid);
  const voided = linesOf(after).filter((line) => line.isVoid && !was.get(line.key)?.isVoid);
  const left = linesOf(after).filter((line) => was.has(line.key) && !line.isVoid);
  const renoted = left.filter((line) => notesOf(line) !== notesOf(was.get(line.key)));
  const totals =
    before?.total !== undefined && after?.total !== undefined && before.total !== after.total
      ? t('service.fromTo', {
          before: formatAmount(laari(before.total)),
          after: formatAmount(laari(after.total)),
        })
      : '';
  return [
    added.length > 0 ? t('service.linesAdded', { names: names(added) }) : '',
    voided.length > 0 ? t('service.itemsVoided', { names: names(voided) }) : '',
    ...placeRows(before, after, t),
    ...reductionRows(left, was, t),
    ...courseRows(left, was, t),
    renoted.length > 0 ? `${t('service.billNote')}: ${names(renoted)}` : '',
    event.action === 'Updated' ? changedFields(before, after, t) : '',
    before?.method && after?.method
      ? t('service.fromTo', { before: paymentName(noted(before)), after: paymentName(noted(after)) })
      : '',
    after?.reason ?? '',
    after?.invoiceNumber ?? '',
    ...listPrices(added),
    ...unsurePrices(added, t),
    ...oldPrices(added, t),
    ...soldOffHours(added, t),
    ...promotionRows(after, t),
    totals,
    ...loweringRows(after, t),
    ...unsetRates(after).map((one) => `${t('zReport.unsetRate')}: ${foreignCashText(one)} · ${ratesText(one, t)}`),
  ].filter(Boolean);
}

function Changes({ rows }: { readonly rows: readonly string[] }) {
  return rows.length > 0 ? (
    <ul className={css.changes}>
      {rows.map((row) => (
        <li key={row}>
          <Whole>{row}</Whole>
        </li>
      ))}
    </ul>
  ) : null;
}
