import { account } from '@atoll/domain/resources/account';
import { screensWithBulk } from '../../record/grid-with-bulk.tsx';
import { AccountLedger } from './account-ledger.tsx';

/** Screens of accounts: house accounts with their statement, and the headings of the ledger. */
export const accountScreens = screensWithBulk(account, {
  card: { below: (record) => record['kind'] === 'House' && <AccountLedger record={record} /> },
});
