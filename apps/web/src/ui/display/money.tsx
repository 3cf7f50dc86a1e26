import { formatAmount, formatMoney, laari as toLaari } from '@atoll/domain/money/money';

interface MoneyProps {
  /** Amount in laari. */
  laari: number;
  /** Only totals carry the currency. */
  currency?: boolean;
  className?: string | undefined;
}

/** An amount, always by the one formatter; figures are tabular and read from left to right in every script. */
export function Money({ laari, currency = false, className }: MoneyProps) {
  return (
    <bdi dir="ltr" className={className}>
      {moneyText(laari, currency)}
    </bdi>
  );
}

/** The same as text, for names and descriptions. */
export function moneyText(laari: number, currency = true): string {
  return currency ? formatMoney(toLaari(laari)) : formatAmount(toLaari(laari));
}
