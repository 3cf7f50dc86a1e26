import type { Applied } from '@atoll/domain/bill/applied';
import { customerDiscountId } from '@atoll/domain/price/promotion';
import type { TFunction } from 'i18next';

/** Returns the name of a promotion of a bill; the discount of a customer has none of its own. */
export const promotionName = ({ promotionId, words }: Pick<Applied, 'promotionId' | 'words'>, t: TFunction): string =>
  promotionId === customerDiscountId ? t('bill.customerDiscount') : words;
