import type { Ledger } from '@atoll/domain/contract/people/account';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { methodLabel } from '@atoll/domain/payment/methods';
import { useTranslation } from 'react-i18next';
import { shortDay } from '../../locale/instant.ts';
import { labelText } from '../../locale/label.ts';
import { useApp } from '../../sync/app-store.ts';
import css from './account-statement.module.css';
import shared from './empty-note.module.css';

const ages = ['days30', 'days60', 'days90', 'older'] as const;

export const amountOf = (value: number): string => formatAmount(laari(value));

interface AccountStatementProps {
  readonly ledger: Ledger;
  readonly from: string | null;
  readonly to: string | null;
}

/** Shows the statement, on the screen and in print: what is owed and since when, and every entry that changed it. */
export function AccountStatement({ ledger, from, to }: AccountStatementProps) {
  const { t } = useTranslation();
  const outlet = useApp((state) => state.outlet);
  const range = [from && `${t('grid.from')} ${shortDay(from, true)}`, to && `${t('grid.to')} ${shortDay(to, true)}`];
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
      <Entries ledger={ledger} hasRange={from !== null || to !== null} />
    </div>
  );
}

function Entries({ ledger, hasRange }: { readonly ledger: Ledger; readonly hasRange: boolean }) {
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
          <tr key={entry.key}>
            <td>{shortDay(entry.businessDate)}</td>
            <td>
              {t(`account.types.${entry.type}`)}
              <small>
                {' '}
                {[entry.method && wordOf(entry.method), entry.reference, entry.note].filter(Boolean).join(' · ')}
              </small>
            </td>
            <td>{amountOf(entry.amount)}</td>
            <td>{amountOf(entry.balanceAfter)}</td>
          </tr>
        ))}
        {hasRange && sum(t('account.closing'), ledger.closing)}
      </tbody>
    </table>
  );

  function wordOf(method: string): string {
    return labelText(methodLabel(method));
  }
}
