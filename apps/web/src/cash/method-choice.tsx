import { methodLabel, type PaymentMethod } from '@atoll/domain/payment/methods';
import { useLayoutEffect, useRef } from 'react';
import { labelText } from '../locale/label.ts';
import { useTranslation } from '../locale/use-translation.ts';
import css from './method-choice.module.css';
import type { OfferedMethod } from './offered.ts';

interface MethodChoiceProps {
  readonly methods: readonly OfferedMethod[];
  /** The chosen method; null: none yet. */
  readonly method: PaymentMethod | null;
  readonly onMethod: (method: PaymentMethod) => void;
}

/** Chooses one of the offered payment methods. Where these scroll, the chosen one is in sight. */
export function MethodChoice({ methods, method, onMethod }: MethodChoiceProps) {
  const { t } = useTranslation();
  const row = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    if (!row.current || row.current.scrollWidth <= row.current.clientWidth) return;
    row.current.querySelector(':checked')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [method]);
  return (
    <fieldset ref={row} className={css.methods}>
      <legend className="visually-hidden">{t('checkout.method')}</legend>
      {methods.map(({ method: each, needsServer, isPlace }) =>
        isPlace ? (
          <span key={each} className={css.place} aria-hidden="true" />
        ) : (
          <label key={each} className={css.method}>
            <input
              type="radio"
              name="method"
              checked={each === method}
              disabled={needsServer}
              onChange={() => onMethod(each)}
            />
            <span>
              {labelText(methodLabel(each))}
              {needsServer && <small>{t('checkout.needsServer')}</small>}
            </span>
          </label>
        ),
      )}
    </fieldset>
  );
}
