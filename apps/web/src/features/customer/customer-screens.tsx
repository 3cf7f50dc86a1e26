import { customer } from '@atoll/domain/resources/customer';
import { resourceScreens } from '../../resource/resource-screens.tsx';
import { BillsLink } from './bills-link.tsx';
import { CustomerList } from './customer-list.tsx';
import { PersonalData } from './personal-data.tsx';

/** Customers, with the way to their bills and to what a person may ask of their data. */
export const customerScreens = {
  ...resourceScreens(customer, {
    card: {
      below: (record) => (
        <>
          <BillsLink id={record.id} />
          <PersonalData record={record} />
        </>
      ),
    },
  }),
  list: () => <CustomerList />,
};
