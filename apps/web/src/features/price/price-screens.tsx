import { choiceGroup } from '@atoll/domain/resources/choice-group';
import { customerGroup } from '@atoll/domain/resources/customer-group';
import { priceChange } from '@atoll/domain/resources/price-change';
import { priceList } from '@atoll/domain/resources/price-list';
import { promotion } from '@atoll/domain/resources/promotion';
import { valuesOf } from '../../form/form-values.ts';
import { screensWithBulk } from '../../record/grid-with-bulk.tsx';
import { gapParts } from './gaps/gap-parts.tsx';
import { isUsed, promotionFields } from './gaps/promotion-fields.ts';
import { PromotionSummary } from './promotion-summary.tsx';

const promotionGaps = gapParts(promotion, promotionFields);
const choiceGaps = gapParts(choiceGroup);

/** Screens of price lists, of promotions, of price changes, of the choices of sets, and of the customer groups that lists can be for. */
export const priceListScreens = screensWithBulk(priceList, gapParts(priceList));
export const promotionScreens = screensWithBulk(promotion, {
  grid: promotionGaps.grid,
  form: {
    shows: isUsed,
    below: (values) => (
      <>
        <PromotionSummary values={values} />
        {promotionGaps.form.below?.(values)}
      </>
    ),
  },
  card: {
    shows: isUsed,
    below: (record) => (
      <>
        <PromotionSummary values={valuesOf(promotion.fields, record)} />
        {promotionGaps.card.below?.(record)}
      </>
    ),
  },
});
export const priceChangeScreens = screensWithBulk(priceChange, gapParts(priceChange));
export const choiceGroupScreens = screensWithBulk(choiceGroup, {
  ...choiceGaps,
  form: { ...choiceGaps.form, size: 'l' },
});
export const customerGroupScreens = screensWithBulk(customerGroup);
