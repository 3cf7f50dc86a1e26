import { isReversal } from '@atoll/domain/account/reversal';
import type { AccountEntry, Ledger } from '@atoll/domain/contract/people/account';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { methodLabel } from '@atoll/domain/payment/methods';
import type { TFunction } from 'i18next';
import { recordDate } from '../../locale/instant.ts';
import { joinedList } from '../../locale/joined-list.ts';
import { labelText } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useApp } from '../../sync/app-store.ts';
import { businessDayHere } from '../../sync/outlet-time.ts';
import { Button } from '../../ui/display/button.tsx';
import css from './account-statement.module.css';
import shared from './empty-note.module.css';

const ages = ['days30', 'days60', 'days90', 'older'] as const;

export const amountOf = (value: number): string => formatAmount(laari(value));

interface AccountStatementProps {
  readonly ledger: Ledger;
  readonly from: string | null;
  readonly to: string | null;
  /** Absent: the person may not reverse payments. */
  readonly onReverse?: ((payment: AccountEntry) => void) | undefined;
}

/** Shows the statement, on the screen and in print: what is owed and since when, and every entry that changed it. */
export function AccountStatement({ ledger, from, to, onReverse }: AccountStatementProps) {
  const { t } = useTranslation();
  const outlet = useApp((state) => state.outlet);
  // Without an end the statement is as of today, which its paper says too.
  const end = to ?? businessDayHere();
  const range = [from && `${t('grid.from')} ${recordDate(from)}`, `${t('grid.to')} ${recordDate(end)}`];
  return (
    <div className={css.statement} data-report>
      <div className={css.printedHead}>
        <h3>
          {t('account.statement')}: {ledger.name}
        </h3>
        <p>{[outlet?.name, outlet?.address, outlet?.tin && `TIN ${outlet.tin}`].filter(Boolean).join(', ')}</p>
        <p>{range.filter(Boolean).join(' ')}</p>
      </div>
      <p className={css.balance}>
        <span>{t('account.owed')}</span> <strong>{formatMoney(laari(ledger.balance))}</strong>
      </p>
      <dl className={css.ages} aria-label={t('account.ageing')}>
        {ages.map((age) => (
          <div key={age}>
            <dt>{t(`account.ages.${age}`)}</dt>
            <dd>{amountOf(ledger.ageing[age])}</dd>
          </div>
        ))}
      </dl>
      <Entries {...{ ledger, onReverse }} hasRange={from !== null || to !== null} />
    </div>
  );
}

interface EntriesProps extends Pick<AccountStatementProps, 'ledger' | 'onReverse'> {
  readonly hasRange: boolean;
}

function Entries({ ledger, hasRange, onReverse }: EntriesProps) {
  const { t } = useTranslation();
  if (ledger.entries.length === 0 && !hasRange) return <p className={shared.none}>{t('account.noEntries')}</p>;
  const sum = (label: string, amount: number) => (
    <tr>
      <td />
      <td>{label}</td>
      <td />
      <td>{amountOf(amount)}</td>
    </tr>
  );
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('account.date')}</th>
          <th scope="col">{t('account.what')}</th>
          <th scope="col">{t('account.amount')}</th>
          <th scope="col">{t('account.balance')}</th>
        </tr>
      </thead>
      <tbody>
        {(hasRange || ledger.opening !== 0) && sum(t('account.opening'), ledger.opening)}
        {ledger.entries.map((entry) => (
          <Entry key={entry.key} {...{ entry, onReverse }} />
        ))}
        {hasRange && sum(t('account.closing'), ledger.closing)}
      </tbody>
    </table>
  );
}

/** Shows an entry; a payment that was not reversed yet has the button for it, which is not printed. */
function Entry({ entry, onReverse }: { readonly entry: AccountEntry } & Pick<AccountStatementProps, 'onReverse'>) {
  const { t } = useTranslation();
  const { type, isReversed } = entry;
  const isReversible = type === 'Payment' && !isReversal(entry) && !isReversed;
  const about = [...entryFacts(entry), isReversed && t('account.wasReversed')];
  return (
    <tr>
      <td className={css.day}>{recordDate(entry.businessDate)}</td>
      <td>
        {entryWord(entry, t)}
        <small> {joinedList(about)}</small>
        {onReverse && isReversible && (
          <Button
            className={css.reverse}
            aria-label={t('account.reverseOf', {
              day: recordDate(entry.businessDate),
              amount: amountOf(-entry.amount),
            })}
            onClick={() => onReverse(entry)}
          >
            {t('account.reverse')}
          </Button>
        )}
      </td>
      <td>{amountOf(entry.amount)}</td>
      <td>{amountOf(entry.balanceAfter)}</td>
    </tr>
  );
}

/** Returns how an entry was paid and what it refers to: 'Cash', 'TRF 12', a note. */
export const entryFacts = ({ method, reference, note }: AccountEntry): string[] =>
  [method && labelText(methodLabel(method)), reference, note].filter((text): text is string => Boolean(text));

/** Returns what an entry is, in words; a payment that increases the debt is the reversal of one. */
export const entryWord = (entry: AccountEntry, t: TFunction): string =>
  isReversal(entry) ? t('account.reversal') : t(`account.types.${entry.type}`);
