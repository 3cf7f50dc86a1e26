/** Tables of wallets. */
import type { WalletEntryType, WalletKind, WalletStatus } from '@atoll/domain/wallet/wallet';
import type { Generated } from 'kysely';

export interface WalletTable {
  outlet_id: number;
  id: number;
  key: string;
  kind: WalletKind;
  /** SHA-256 of the SHA-256 of the code, which proves payments and is kept nowhere. */
  code_hash: string;
  last4: string;
  customer_id: Generated<number>;
  balance: Generated<number>;
  status: Generated<WalletStatus>;
  expires_on: string | null;
  replaced_by: number | null;
  /** The order whose deposit it keeps; '' for others. */
  order_key: Generated<string>;
  /** The bill that sold it. */
  bill_id: number | null;
  is_active: Generated<boolean>;
  version: Generated<number>;
  created_at: number;
  created_by: number | null;
  modified_at: number;
  modified_by: number | null;
}

export interface WalletEntryTable {
  outlet_id: number;
  id: number;
  key: string;
  wallet_id: number;
  at: number;
  business_date: string;
  type: WalletEntryType;
  amount: number;
  balance_before: number;
  balance_after: number;
  bill_id: number | null;
  shift_id: number | null;
  reference: string;
  note: string;
  made_by: number | null;
  made_by_name: string;
  /** The device that made it; null for entries of before and those of the server. */
  device_id: string | null;
}

export interface WalletHoldTable {
  outlet_id: number;
  key: string;
  wallet_id: number;
  amount: number;
  /** The customer who was asked for instead of a code; 0: none. */
  customer_id: Generated<number>;
  bill_key: string;
  device_id: string | null;
  expires_at: number;
}

export interface WalletTables {
  wallet: WalletTable;
  wallet_entry: WalletEntryTable;
  wallet_hold: WalletHoldTable;
}

export type WalletSequence = 'wallet' | 'wallet_entry';
