import { customer } from '@atoll/domain/resources/customer';
import { resourceScreens } from '../../resource/resource-screens.tsx';
import { BillsLink } from './bills-link.tsx';

/** Customers, with the way to their bills. */
export const customerScreens = resourceScreens(customer, {
  grid: { canImport: true },
  card: { below: (record) => <BillsLink id={record.id} /> },
});
