import type { BillCustomer } from '@atoll/domain/bill/bill';
import type { Customer } from '@atoll/domain/contract/people/customer';
import type { PriceRules } from '@atoll/domain/price/rules';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/api.ts';
import { testedGuest } from '../../../bills/price/guest-birthday.ts';
import { tillNow } from '../../../clock/till-clock.ts';
import { recordsOf } from '../../../form/choices.ts';
import type { Chosen } from '../../../form/form-values.ts';
import { useLabel } from '../../../locale/label.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { NotLoaded } from '../../../record/not-loaded.tsx';
import { useApp } from '../../../sync/app-store.ts';
import { Checkbox } from '../../../ui/choice/checkbox.tsx';
import { Dropdown } from '../../../ui/choice/dropdown.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { SelectField } from '../../../ui/field/field.tsx';
import { InstantInput } from '../../../ui/field/instant-input.tsx';
import { useIsNarrow } from '../../../ui/hook/narrow.ts';
import { PricePage } from '../price-page.tsx';
import { type Asked, testPrices } from './basket.ts';
import { BasketItems } from './basket-items.tsx';
import { CouponChoice } from './coupon-choice.tsx';
import css from './price-test.module.css';
import { TestResult } from './test-result.tsx';
import { useRules } from './use-rules.ts';

const customers = recordsOf('customer');

/** Shows what a guest would pay at any time, step by step, and which rules do not count. It runs on the device and writes nothing. Source: R21.30. */
export function PriceTestScreen() {
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  const [step, setStep] = useState<'basket' | 'result'>('basket');
  const [withDrafts, setWithDrafts] = useState(false);
  const [asked, setAsked] = useAsked();
  const { rules, found } = useRules(withDrafts);
  const menus = useApp((state) => state.menus);
  const outlet = useApp((state) => state.outlet);
  if (!outlet) return null;
  const tested = testPrices(asked, { menus, outlet, rules });
  return (
    <PricePage title={t('priceTest.title')}>
      <div className={css.parts}>
        {(!isNarrow || step === 'basket') && (
          <section className={css.part} aria-label={t('priceTest.basket')}>
            <BasketItems
              {...{ rules }}
              entries={asked.entries}
              onChange={(entries) => setAsked({ ...asked, entries })}
            />
            <Circumstances {...{ asked, rules }} onChange={setAsked}>
              <CouponChoice
                {...{ rules }}
                coupon={asked.coupon}
                onChange={(coupon) => setAsked({ ...asked, coupon })}
              />
            </Circumstances>
            <Checkbox label={t('priceTest.withDrafts')} value={withDrafts} onChange={setWithDrafts} />
            {withDrafts && found.isError && <NotLoaded found={found} isRow />}
            {isNarrow && (
              <Button look="main" disabled={asked.entries.length === 0} onClick={() => setStep('result')}>
                {t('priceTest.show')}
              </Button>
            )}
          </section>
        )}
        {(!isNarrow || step === 'result') && (
          <section className={css.part} aria-label={t('priceTest.result')}>
            {isNarrow && <Button onClick={() => setStep('basket')}>{t('priceTest.back')}</Button>}
            <TestResult tested={tested} />
          </section>
        )}
      </div>
    </PricePage>
  );
}

/** Keeps what is asked while the screen is open; it begins with an empty basket now. */
function useAsked() {
  const first = useApp(({ outlet }) => outlet?.slotTypes[0]?.type) ?? 'Table';
  return useState<Asked>(() => ({ entries: [], type: first, at: tillNow(), customer: null, coupon: null }));
}

interface CircumstancesProps {
  readonly asked: Asked;
  readonly rules: PriceRules;
  readonly onChange: (asked: Asked) => void;
  readonly children: ReactNode;
}

/** Asks when, where and for whom, with more fields after these. */
function Circumstances({ asked, rules, onChange, children }: CircumstancesProps) {
  const { t } = useTranslation();
  const localize = useLabel();
  const outlet = useApp((state) => state.outlet);
  const [guest, setGuest] = useState<Chosen | null>(null);
  const [error, setError] = useState<string>();
  const take = (customer: BillCustomer | null) => onChange({ ...asked, customer });
  const choose = async (next: Chosen | null) => {
    setGuest(next);
    setError(undefined);
    if (!next) return take(null);
    try {
      const record = await call('customer.find', { params: { id: String(next.id) }, inPlace: true });
      take(await testedGuest(record as unknown as Customer, rules));
    } catch {
      setGuest(null);
      setError(t('session.noServer'));
    }
  };
  return (
    <div className={css.fields}>
      <InstantInput
        label={t('priceTest.time')}
        timezone={outlet?.timezone ?? ''}
        value={new Date(asked.at).toISOString()}
        onChange={(at) => at && onChange({ ...asked, at: Date.parse(at) })}
      />
      <SelectField
        label={t('priceTest.type')}
        value={asked.type}
        options={(outlet?.slotTypes ?? []).map(({ type }) => ({ value: type, label: localize(type) }))}
        onChange={(event) => onChange({ ...asked, type: event.currentTarget.value as Asked['type'] })}
      />
      <Dropdown
        label={t('priceTest.guest')}
        keyField="name"
        data={customers}
        value={guest}
        error={error}
        onChange={(next) => void choose(next)}
      />
      {children}
    </div>
  );
}
