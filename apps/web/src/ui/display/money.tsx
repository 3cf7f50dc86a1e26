import { formatAmount, formatMoney, laari as toLaari } from '@atoll/domain/money/money';

interface MoneyProps {
  /** Amount in laari. */
  laari: number;
  /** Shows the currency; only totals have it. */
  currency?: boolean;
  className?: string | undefined;
}

/** Shows an amount by the shared formatter; figures are tabular and left to right in every script. */
export function Money({ laari, currency = false, className }: MoneyProps) {
  return (
    <bdi dir="ltr" className={className}>
      {moneyText(laari, currency)}
    </bdi>
  );
}

/** Returns the amount as text, for names and descriptions. */
export function moneyText(laari: number, currency = true): string {
  return currency ? formatMoney(toLaari(laari)) : formatAmount(toLaari(laari));
}
