import { lastStatementPeriod } from '@atoll/domain/account/statement-period';
import type { AccountEntry, Ledger } from '@atoll/domain/contract/people/account';
import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { wallClock } from '@atoll/domain/date/business-day';
import { csvFileName, csvRow } from '@atoll/domain/grid/csv';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { call } from '../../api/api.ts';
import { usePermissionEffect } from '../../approval/permission-effect.ts';
import { tillNow } from '../../clock/till-clock.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { NotLoaded } from '../../record/not-loaded.tsx';
import { printReport } from '../../record/print-report.ts';
import { useCanCall } from '../../resource/use-record.ts';
import { saveFile } from '../../storage/save-file.ts';
import { businessDayHere, useTimezone } from '../../sync/outlet-time.ts';
import { DatePicker } from '../../ui/choice/date-picker.tsx';
import { Button } from '../../ui/display/button.tsx';
import { SkeletonRows } from '../../ui/display/skeleton.tsx';
import css from './account-ledger.module.css';
import { PaymentDialog } from './account-payment.tsx';
import { PaymentReceipt } from './account-receipt.tsx';
import { ReversalDialog } from './account-reversal.tsx';
import { AccountStatement, entryFacts, entryWord } from './account-statement.tsx';

/** Shows the statement of a house account for a range of business days, with print, CSV and a payment on it. */
export function AccountLedger({ record }: { readonly record: ResourceRecord }) {
  const { t } = useTranslation();
  const { id } = record;
  const mayPay = useCanCall('account.pay') && record.isActive;
  const isForbidden = usePermissionEffect('payment.correct') === 'deny';
  const mayReverse = useCanCall('account.reverse') && record.isActive && !isForbidden;
  const box = useRef<HTMLDivElement>(null);
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const [isPaying, setPaying] = useState(false);
  const [paid, setPaid] = useState<AccountEntry | null>(null);
  const [reversed, setReversed] = useState<AccountEntry | null>(null);
  const query = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
  const found = useQuery({
    queryKey: ['account.ledger', id, query],
    queryFn: () => call('account.ledger', { params: { id: String(id) }, query, inPlace: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  const ledger = found.data;
  const setRange = (range: StatementRange) => {
    setFrom(range.from);
    setTo(range.to);
  };
  const range = <RangeFields {...{ from, to }} billingDay={record['billingDay']} onChange={setRange} />;
  if (found.isError)
    return (
      <div className={css.ledger}>
        {range}
        <NotLoaded found={found} title={t('account.unread')} isRow />
      </div>
    );
  if (!ledger) return <SkeletonRows rows={3} label={t('ui.loading')} />;
  return (
    <section className={css.ledger} aria-label={t('account.statement')}>
      <LedgerHead {...{ ledger, from, to, box }} onPay={mayPay ? () => setPaying(true) : undefined} />
      {range}
      <div ref={box}>
        <AccountStatement {...{ ledger, from, to }} onReverse={mayReverse ? setReversed : undefined} />
      </div>
      {isPaying && (
        <PaymentDialog
          ledger={ledger}
          onClose={() => setPaying(false)}
          onPaid={(entry) => {
            setPaying(false);
            setPaid(entry);
            void found.refetch();
          }}
        />
      )}
      {reversed && (
        <ReversalDialog
          payment={reversed}
          accountId={ledger.accountId}
          name={ledger.name}
          onClose={() => setReversed(null)}
          onDone={() => {
            setReversed(null);
            void found.refetch();
          }}
        />
      )}
      {paid && <PaymentReceipt entry={paid} name={ledger.name} onClose={() => setPaid(null)} />}
    </section>
  );
}

interface LedgerHeadProps extends StatementRange {
  readonly ledger: Ledger;
  /** The statement, as it is printed. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** Absent: the person may take no payments. */
  readonly onPay: (() => void) | undefined;
}

/** Shows the title of the statement, with print, CSV and a payment. */
function LedgerHead({ ledger, from, to, box, onPay }: LedgerHeadProps) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const title = `${t('account.statement')} ${ledger.name}`;
  const saveCsv = () => {
    const head = [
      t('account.date'),
      t('account.what'),
      t('account.reference'),
      t('account.amount'),
      t('account.balance'),
    ];
    const name = csvFileName(title, wallClock(tillNow(), timezone).date, from, to);
    saveFile(name, new Blob([csvOf(ledger, head, (entry) => entryWord(entry, t))], { type: 'text/csv' }));
  };
  return (
    <div className={css.head}>
      <h3>{t('account.statement')}</h3>
      <Button icon="printer" onClick={() => box.current && printReport(box.current, title)}>
        {t('account.print')}
      </Button>
      <Button onClick={saveCsv}>{t('account.csv')}</Button>
      {onPay && (
        <Button look="accent" onClick={onPay}>
          {t('account.takePayment')}
        </Button>
      )}
    </div>
  );
}

interface StatementRange {
  readonly from: string | null;
  readonly to: string | null;
}

interface RangeFieldsProps extends StatementRange {
  /** The day of the statement, if the account has one. */
  readonly billingDay: unknown;
  readonly onChange: (range: StatementRange) => void;
}

/** Edits the range of the statement; 'Show last statement' takes the last one by the day of the statement. */
function RangeFields({ from, to, billingDay, onChange }: RangeFieldsProps) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const today = businessDayHere();
  const showLast = () => onChange(lastStatementPeriod(wallClock(tillNow(), timezone).date, Number(billingDay)));
  return (
    <div className={css.range}>
      <DatePicker
        {...{ today }}
        label={t('grid.from')}
        value={from}
        onChange={(next) => onChange({ from: next, to })}
      />
      <DatePicker {...{ today }} label={t('grid.to')} value={to} onChange={(next) => onChange({ from, to: next })} />
      {typeof billingDay === 'number' && <Button onClick={showLast}>{t('account.lastStatement')}</Button>}
    </div>
  );
}

const plain = (amount: number): string => (amount / 100).toFixed(2);

/** Returns the entries as CSV, starting with the byte order mark that makes a spreadsheet read UTF-8. */
function csvOf(ledger: Ledger, head: readonly string[], wordOf: (entry: AccountEntry) => string): string {
  const rows = ledger.entries.map((entry) =>
    csvRow([
      entry.businessDate,
      wordOf(entry),
      entryFacts(entry).join(' '),
      plain(entry.amount),
      plain(entry.balanceAfter),
    ]),
  );
  return `\uFEFF${csvRow(head)}${rows.join('')}`;
}
