import { customerGroup } from '@atoll/domain/resources/customer-group';
import { priceChange } from '@atoll/domain/resources/price-change';
import { priceList } from '@atoll/domain/resources/price-list';
import { promotion } from '@atoll/domain/resources/promotion';
import { screensWithBulk } from '../../record/grid-with-bulk.tsx';

/** Screens of price lists, of promotions, of price changes, and of the customer groups that lists can be for. */
export const priceListScreens = screensWithBulk(priceList);
export const promotionScreens = screensWithBulk(promotion);
export const priceChangeScreens = screensWithBulk(priceChange);
export const customerGroupScreens = screensWithBulk(customerGroup);
