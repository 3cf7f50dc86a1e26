import { customerGroup } from '@atoll/domain/resources/customer-group';
import { priceChange } from '@atoll/domain/resources/price-change';
import { priceList } from '@atoll/domain/resources/price-list';
import { screensWithBulk } from '../../record/grid-with-bulk.tsx';

/** Screens of price lists, of price changes, and of the customer groups that lists can be for. */
export const priceListScreens = screensWithBulk(priceList);
export const priceChangeScreens = screensWithBulk(priceChange);
export const customerGroupScreens = screensWithBulk(customerGroup);
