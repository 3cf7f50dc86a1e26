import type { BillCoupon } from '@atoll/domain/bill/promotion/coupon';
import type { PriceRules } from '@atoll/domain/price/rules';
import { useState } from 'react';
import { findCoupon } from '../../../bills/price/find-coupon.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { uuidv7 } from '../../../session/id.ts';
import { Button } from '../../../ui/display/button.tsx';
import { SelectField } from '../../../ui/field/field.tsx';
import { Input } from '../../../ui/field/input.tsx';
import css from './price-test.module.css';

interface CouponChoiceProps {
  readonly rules: PriceRules;
  readonly coupon: BillCoupon | null;
  readonly onChange: (coupon: BillCoupon | null) => void;
}

/** Asks for a coupon or a reward: by its promotion, also a draft that has no codes yet, or by a code. */
export function CouponChoice({ rules, coupon, onChange }: CouponChoiceProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const asked = (rules.promotions ?? []).filter(({ trigger }) => trigger === 'Coupon' || trigger === 'Reward');
  if (asked.length === 0) return null;
  const choose = (id: number) => onChange(id === 0 ? null : { key: `promotion ${id}`, promotionId: id, last4: '' });
  const check = async () => {
    const found = await findCoupon(typed, uuidv7());
    if (typeof found === 'string') return setError(found);
    setTyped('');
    onChange(found);
  };
  return (
    <>
      <SelectField
        label={t('priceTest.coupon')}
        value={String(coupon?.promotionId ?? 0)}
        options={[
          { value: '0', label: t('priceTest.noCoupon') },
          ...asked.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      />
      <form
        className={css.code}
        onSubmit={(event) => {
          event.preventDefault();
          void check();
        }}
      >
        <Input
          kind="text"
          label={t('priceTest.code')}
          value={typed}
          error={error}
          onChange={(next) => {
            setTyped(next);
            setError(undefined);
          }}
        />
        <Button type="submit" disabled={typed.trim() === ''}>
          {t('coupon.use')}
        </Button>
      </form>
    </>
  );
}
