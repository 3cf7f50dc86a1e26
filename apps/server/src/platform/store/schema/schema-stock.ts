/** The tables of stock and purchase as Kysely sees them. Units as in schema.ts; a unit's cost is thousandths of a laari, a rate ten-thousandths. */

import type { GstMode } from '@atoll/domain/outlet/outlet';
import type { CountScope, CountState } from '@atoll/domain/stock/count';
import type { MovementType } from '@atoll/domain/stock/movement';
import type { InvoiceState, ReceivingState } from '@atoll/domain/stock/purchase';
import type { RecipeLine } from '@atoll/domain/stock/recipe';
import type { RequestPriority, RequestPurpose, RequestState } from '@atoll/domain/stock/request';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

export interface StockMovementTable {
  outlet_id: number;
  id: number;
  key: string;
  at: number;
  business_date: string;
  item_id: number;
  storage_id: number;
  type: MovementType;
  qty: number;
  unit_cost: number;
  value: number;
  qty_before: number;
  qty_after: number;
  ref_type: string;
  ref_id: number;
  ref_line: string;
  batch: string;
  expiry: string | null;
  reason: string;
  made_by: number | null;
  made_by_name: string;
  recorded_at: number;
}

export interface StockLevelTable {
  outlet_id: number;
  item_id: number;
  storage_id: number;
  on_hand: number;
  worth: number;
  modified_at: number;
}

export interface StockCostTable {
  outlet_id: number;
  item_id: number;
  avg_cost: number;
  last_cost: number;
}

interface Kept {
  outlet_id: number;
  id: number;
  key: string;
  is_active: Generated<boolean>;
  version: Generated<number>;
  created_at: number;
  created_by: number | null;
  modified_at: number;
  modified_by: number | null;
}

/** A step of a record, as its own page shows it. */
export interface StepNote {
  readonly to: string;
  readonly at: number;
  readonly by: number;
  readonly byName: string;
  readonly reason: string;
  /** The key of a step that may be taken several times. */
  readonly key?: string;
}

export interface RecipeTable extends Kept {
  name: string;
  menu_item_id: number;
  size: string;
  yield_qty: number;
  yield_unit: string;
  method: string;
  lines: Json<readonly RecipeLine[]>;
}

/** A line of a request; thousandths of the stock unit, null until that step was taken. */
export interface RequestLineRow {
  readonly id: number;
  readonly itemId: number;
  readonly qtyRequested: number;
  readonly qtyApproved: number | null;
  readonly qtyIssued: number | null;
  readonly qtyReceived: number | null;
  /** The value of what was issued, in laari. */
  readonly issuedWorth: number;
  readonly note: string;
}

export interface StockRequestTable extends Kept {
  number: string;
  purpose: RequestPurpose;
  from_storage_id: number;
  to_storage_id: number;
  needed_by: string | null;
  priority: RequestPriority;
  note: string;
  status: RequestState;
  reason: string;
  lines: Json<readonly RequestLineRow[]>;
  steps: Json<readonly StepNote[]>;
  created_by_name: string;
}

export interface CountLineRow {
  readonly itemId: number;
  /** The expected quantity when counting started. */
  readonly snapshot: number;
  readonly counted: number | null;
  readonly countedAt: number | null;
  /** Once posted: what was expected when it was counted. */
  readonly expected: number | null;
  readonly variance: number | null;
  readonly varianceValue: number | null;
  readonly reason: string;
}

export interface StockCountTable extends Kept {
  number: string;
  storage_id: number;
  scope: CountScope;
  category: string;
  is_blind: boolean;
  status: CountState;
  reason: string;
  note: string;
  lines: Json<readonly CountLineRow[]>;
  steps: Json<readonly StepNote[]>;
  started_at: number | null;
  posted_at: number | null;
  created_by_name: string;
}

/** A line of a purchase invoice; quantities are thousandths of `unit`, amounts hundredths of the invoice's currency. */
export interface PurchaseLineRow {
  readonly id: number;
  readonly kind: 'Item' | 'Expense';
  readonly itemId: number;
  readonly accountId: number;
  readonly description: string;
  readonly qty: number;
  readonly unit: string;
  readonly unitPrice: number;
  readonly discountBp: number;
  readonly gstBp: number;
  readonly lineTotal: number;
  readonly qtyReceived: number;
  /** Value in laari that was added to stock with what was received. */
  readonly receivedWorth: number;
  readonly batch: string;
  readonly expiry: string | null;
}

export interface PurchaseAttachment {
  readonly name: string;
  readonly url: string;
  /** Absent in files of an earlier release: a picture. */
  readonly mime?: 'application/pdf' | 'image/webp';
}

export interface PurchaseInvoiceTable extends Kept {
  number: string;
  vendor_invoice_no: string;
  vendor_id: number;
  vendor_name: string;
  invoice_date: string;
  due_date: string;
  received_date: string | null;
  storage_id: number;
  currency: string;
  rate: number;
  gst_mode: GstMode;
  lines: Json<readonly PurchaseLineRow[]>;
  discount: number;
  other_charges: number;
  sub_total: number;
  gst: number;
  total: number;
  vendor_total: number | null;
  is_total_acknowledged: boolean;
  attachments: Json<readonly PurchaseAttachment[]>;
  note: string;
  status: InvoiceState;
  receiving: ReceivingState;
  paid: number;
  reason: string;
  steps: Json<readonly StepNote[]>;
  created_by_name: string;
}

export interface PurchasePaymentTable {
  outlet_id: number;
  key: string;
  invoice_id: number;
  date: string;
  amount: number;
  method: string;
  reference: string;
  account_id: number;
  shift_id: number | null;
  made_by: number | null;
  made_by_name: string;
  at: number;
}

/** The tables of stock and purchase in the store's database. */
export interface StockTables {
  stock_movement: StockMovementTable;
  stock_level: StockLevelTable;
  stock_cost: StockCostTable;
  recipe: RecipeTable;
  stock_request: StockRequestTable;
  stock_count: StockCountTable;
  purchase_invoice: PurchaseInvoiceTable;
  purchase_payment: PurchasePaymentTable;
}

export type StockSequence = 'recipe' | 'stock_request' | 'stock_count' | 'purchase_invoice';

/** JSON columns of these tables. */
export const stockJsonColumns = ['lines', 'steps', 'attachments'] as const;
