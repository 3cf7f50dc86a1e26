import { formatAmount, laari } from '@atoll/domain/money/money';
import { useState } from 'react';
import { tipPresets } from '../../cash/offered.ts';
import { QuickChoice } from '../../cash/quick-choice.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { AmountField } from '../../ui/number/amount-field.tsx';
import css from './tip-choice.module.css';

/** Offers tips in one tap, or another amount. Renders nothing when the outlet offers none. */
export function TipChoice({ tip, onTip }: { tip: number; onTip: (tip: number) => void }) {
  const { t } = useTranslation();
  const presets = tipPresets();
  const [other, setOther] = useState(tip > 0 && !presets.includes(tip));
  if (presets.length === 0) return null;
  const choose = (amount: number) => {
    setOther(false);
    onTip(amount);
  };
  return (
    <div className={css.tip}>
      <p id="tip-label">{t('service.tip')}</p>
      <QuickChoice aria-labelledby="tip-label">
        {[0, ...presets].map((amount) => (
          <button key={amount} type="button" aria-pressed={!other && tip === amount} onClick={() => choose(amount)}>
            {amount === 0 ? t('service.noTip') : formatAmount(laari(amount)).replace(/\.00$/, '')}
          </button>
        ))}
        <button type="button" aria-pressed={other} onClick={() => setOther(true)}>
          {t('service.tipOther')}
        </button>
      </QuickChoice>
      {other && (
        <AmountField
          label={t('service.tipOther')}
          prefix="MVR"
          autoFocus
          value={tip || null}
          onChange={(next) => onTip(next ?? 0)}
        />
      )}
    </div>
  );
}
