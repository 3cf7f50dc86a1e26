import { customer } from '@atoll/domain/resources/customer';
import { resourceScreens } from '../../resource/resource-screens.tsx';
import { BillsLink } from './bills-link.tsx';
import { CustomerList } from './customer-list.tsx';
import { PersonalData } from './personal-data.tsx';

/** Screens of customers, with links to their bills and to the requests about their personal data. */
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
