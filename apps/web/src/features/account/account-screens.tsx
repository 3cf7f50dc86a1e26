import { account } from '@atoll/domain/resources/account';
import { resourceScreens } from '../../resource/resource-screens.tsx';
import { AccountLedger } from './account-ledger.tsx';

/** Screens of accounts: house accounts with their statement, and the headings of the ledger. */
export const accountScreens = resourceScreens(account, {
  card: { below: (record) => record['kind'] === 'House' && <AccountLedger record={record} /> },
});
