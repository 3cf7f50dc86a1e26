import { useTranslation } from '../locale/use-translation.ts';
import { type Currency, foreignCurrencies } from './offered.ts';
import { QuickChoice } from './quick-choice.tsx';

interface CurrencyChoiceProps {
  /** The foreign currency; undefined is rufiyaa. */
  readonly current: Currency | undefined;
  readonly onChange: (next: Currency | undefined) => void;
}

/** Selects the currency that is handed over, in outlets that accept foreign money. */
export function CurrencyChoice({ current, onChange }: CurrencyChoiceProps) {
  const { t } = useTranslation();
  const foreign = foreignCurrencies();
  if (foreign.length === 0) return null;
  return (
    <QuickChoice aria-label={t('service.currency')}>
      <button type="button" aria-pressed={!current} onClick={() => onChange(undefined)}>
        MVR
      </button>
      {foreign.map((each) => (
        <button key={each.code} type="button" aria-pressed={current?.code === each.code} onClick={() => onChange(each)}>
          {each.code}
        </button>
      ))}
    </QuickChoice>
  );
}
