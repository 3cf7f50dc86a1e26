import type { PromotionType } from '@atoll/domain/price/promotion';
import { usesField } from '@atoll/domain/price/promotion-of';
import { choiceGroup } from '@atoll/domain/resources/choice-group';
import { customerGroup } from '@atoll/domain/resources/customer-group';
import { priceChange } from '@atoll/domain/resources/price-change';
import { priceList } from '@atoll/domain/resources/price-list';
import { promotion } from '@atoll/domain/resources/promotion';
import { valuesOf } from '../../form/form-values.ts';
import { screensWithBulk } from '../../record/grid-with-bulk.tsx';
import { PromotionSummary } from './promotion-summary.tsx';

/** Returns whether a promotion uses a field: the others say nothing about it. */
const isUsed = (key: string, { type, trigger }: Readonly<Record<string, unknown>>): boolean =>
  key === 'pointsCost' ? trigger === 'Reward' : usesField(type as PromotionType | null, key);

/** Screens of price lists, of promotions, of price changes, of the choices of sets, and of the customer groups that lists can be for. */
export const priceListScreens = screensWithBulk(priceList);
export const promotionScreens = screensWithBulk(promotion, {
  form: {
    shows: isUsed,
    below: (values) => <PromotionSummary values={values} />,
  },
  card: { shows: isUsed, below: (record) => <PromotionSummary values={valuesOf(promotion.fields, record)} /> },
});
export const priceChangeScreens = screensWithBulk(priceChange);
export const choiceGroupScreens = screensWithBulk(choiceGroup, { form: { size: 'l' } });
export const customerGroupScreens = screensWithBulk(customerGroup);
