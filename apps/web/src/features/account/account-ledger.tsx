import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { shortDay } from '../../locale/instant.ts';
import { DatePicker } from '../../ui/date-picker.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import css from './account-ledger.module.css';

const ages = ['days30', 'days60', 'days90', 'older'] as const;
const dayMs = 86_400_000;

/** The statement of a house account: what is owed and since when, and every entry that moved it. */
export function AccountLedger({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const query = {
    ...(from ? { start: new Date(`${from}T00:00:00Z`).toISOString() } : {}),
    ...(to ? { end: new Date(Date.parse(`${to}T00:00:00Z`) + dayMs - 1).toISOString() } : {}),
  };
  const found = useQuery({
    queryKey: ['account.ledger', id, query],
    queryFn: () => call('account.ledger', { params: { id: String(id) }, query, quiet: true }),
    retry: false,
  });
  const ledger = found.data;
  if (found.isError) return <p className={css.none}>{t('account.unread')}</p>;
  if (!ledger) return <SkeletonRows rows={3} label={t('ui.loading')} />;
  const amount = (value: number) => formatAmount(laari(value));
  return (
    <section className={css.ledger} aria-label={t('account.statement')}>
      <h3>{t('account.statement')}</h3>
      <p className={css.balance}>
        <span>{t('account.owed')}</span> <strong>{formatMoney(laari(ledger.balance))}</strong>
      </p>
      <dl className={css.ages} aria-label={t('account.ageing')}>
        {ages.map((age) => (
          <div key={age}>
            <dt>{t(`account.ages.${age}`)}</dt>
            <dd>{amount(ledger.ageing[age])}</dd>
          </div>
        ))}
      </dl>
      <div className={css.range}>
        <DatePicker label={t('grid.from')} value={from} onChange={setFrom} />
        <DatePicker label={t('grid.to')} value={to} onChange={setTo} />
      </div>
      {ledger.entries.length === 0 ? (
        <p className={css.none}>{t('account.noEntries')}</p>
      ) : (
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
            {ledger.opening !== 0 && (
              <tr>
                <td />
                <td>{t('account.opening')}</td>
                <td />
                <td>{amount(ledger.opening)}</td>
              </tr>
            )}
            {ledger.entries.map((entry) => (
              <tr key={entry.key}>
                <td>{shortDay(entry.businessDate)}</td>
                <td>
                  {t(`account.types.${entry.type}`)}
                  {entry.reference && <small> {entry.reference}</small>}
                </td>
                <td>{amount(entry.amount)}</td>
                <td>{amount(entry.balanceAfter)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
