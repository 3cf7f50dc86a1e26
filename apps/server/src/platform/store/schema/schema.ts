/**
 * The store's tables as Kysely sees them; the migrations define them. Money is laari, `qty` thousandths, `*_bp` basis
 * points, `*_at` epoch milliseconds, `business_date` 'YYYY-MM-DD'. Booleans and JSON are read as booleans and objects
 * in both engines; JSON is written as text (`JSON.stringify`).
 */

import type { AccountEntryType, AccountType, FinancialAccountType } from '@atoll/domain/account/account';
import type { Bill, BillStatus } from '@atoll/domain/bill/bill';
import type { Shift, ShiftTotals } from '@atoll/domain/contract/bill/shift';
import type { Availability } from '@atoll/domain/menu/availability';
import type { MenuItemType, MenuSize } from '@atoll/domain/menu/menu';
import type { ModifierOption } from '@atoll/domain/menu/modifier';
import type { CopyKind } from '@atoll/domain/offsite/copies';
import type { OffsiteProblem } from '@atoll/domain/offsite/problem';
import type { BusinessType, GstMode, SlotType, SlotTypeName } from '@atoll/domain/outlet/outlet';
import type { Payment } from '@atoll/domain/payment/payment';
import type { InventoryCategory } from '@atoll/domain/stock/category';
import type { CareLevel, CareName } from '@atoll/domain/trust/care';
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { DeliveryKitchenTables } from './schema-delivery-kitchen.ts';
import type { OrderSequence, OrderTables } from './schema-order.ts';
import type { PeopleTables } from './schema-people.ts';
import type { PointsSequence, PointsTables } from './schema-points.ts';
import { type PriceSequence, type PriceTables, priceJsonColumns } from './schema-price.ts';
import type { ReportSequence, ReportTables } from './schema-report.ts';
import { type StockSequence, type StockTables, stockJsonColumns } from './schema-stock.ts';
import type { WalletSequence, WalletTables } from './schema-wallet.ts';
import { type WebsiteSequence, type WebsiteTables, websiteJsonColumns } from './schema-website.ts';

/** An option as it is stored: with the id of its station, 0 for that of its item. */
export type StoredOption = Omit<ModifierOption, 'station'> & { readonly stationId?: number };

/** JSON in the database: an object when read, text when written. */
export type Json<T> = ColumnType<T, string, string>;

interface Stamped {
  version: Generated<number>;
  created_at: number;
  created_by: number | null;
  modified_at: number;
  modified_by: number | null;
}

/** A change of a thing that Care looks at. */
export interface CareEventTable {
  item: CareName;
  at: number;
  level: CareLevel;
}

/** What became of an update of the machine's release. */
export interface UpdateEventTable {
  at: number;
  from_release: string;
  to_release: string;
  outcome: 'Done' | 'RolledBack' | 'Refused';
  detail: string;
}

/** An instant that Care remembers under a name: a message that was sent, or since when something is so. */
export interface CareMarkTable {
  name: string;
  at: number;
}

/** A setting of the server that an Admin makes on a screen, as JSON. */
export interface ServerSettingTable {
  key: string;
  value: string;
  modified_at: number;
  modified_by: number | null;
}

/** A copy that was sent to a target, or that could not be. */
export interface OffsiteCopyTable {
  name: string;
  kind: CopyKind;
  base: string;
  target: string;
  at: number;
  bytes: number;
  sha256: string;
  release: string;
  schema: number;
  recovery: string;
  state: 'Sent' | 'Failed' | 'Pruned';
  problem: OffsiteProblem | null;
}

/** A test of a restore. */
export interface DrillTable {
  at: number;
  copy: string;
  ms: number;
  is_ok: boolean;
  bills: number;
  problem: OffsiteProblem | null;
}

export interface OutletTable {
  id: Generated<number>;
  name: string;
  logo: string | null;
  business_type: BusinessType;
  legal_name: Generated<string>;
  address: Generated<string>;
  phone: Generated<string>;
  email: Generated<string>;
  tin: Generated<string>;
  gst_activity_no: Generated<string>;
  tax_sector: Generated<'General' | 'Tourism'>;
  currency: Generated<string>;
  timezone: Generated<string>;
  business_day_cutoff: Generated<string>;
  slot_types: Json<readonly SlotType[]>;
  gst_mode: Generated<GstMode>;
  is_gst_on_service_charge: Generated<boolean>;
  receipt_header: Generated<string>;
  receipt_footer: Generated<string>;
  invoice_prefix: Generated<string>;
  /** Key of the device that created it; null for outlets that the server created. */
  key: ColumnType<string | null, string | null | undefined, never>;
  language_bill: Generated<string>;
  language_kitchen: Generated<string>;
  features: Json<readonly string[]>;
  is_active: Generated<boolean>;
  /** The version of its floor plan; 0 without one. */
  floor_version: Generated<number>;
  /** The version of its price rules; 0 without any. */
  prices_version: Generated<number>;
  /** Whether any of its items is counted: its tills fetch the counts. */
  counts_items: Generated<boolean>;
  /** The outlet that this one is the practice of; 0 for an outlet that sells. It never changes. */
  practice_of: ColumnType<number, number | undefined, never>;
  version: Generated<number>;
  created_at: number;
  modified_at: number;
}

export interface SecretTable {
  name: string;
  value: string;
  created_at: number;
}

export interface OutletCursorTable {
  outlet_id: number;
  seq: number;
  bill_number: number;
  shift_number: number;
  z_number: number;
  invoices: Json<Record<string, number>>;
  item_id: number;
  history_seq: number;
  history_hash: string;
  shift_id: number | null;
  terms_version: number;
}

export interface SettingTable {
  outlet_id: number;
  key: string;
  value: string | null;
  value_list: ColumnType<readonly string[] | null, string | null, string | null>;
  modified_at: number;
  modified_by: number | null;
}

export interface MenuTable extends Stamped {
  outlet_id: number;
  id: number;
  key: string;
  name: string;
  description: Generated<string>;
  availability: Json<readonly Availability[]>;
  order_types: Json<readonly SlotTypeName[]>;
  publish_from: ColumnType<string | null, string | null | undefined, string | null>;
  publish_to: ColumnType<string | null, string | null | undefined, string | null>;
  grace_minutes: Generated<number>;
  sort: Generated<number>;
  status: Generated<'Draft' | 'Published'>;
  is_active: Generated<boolean>;
}

export interface CategoryTable extends Stamped {
  outlet_id: number;
  id: number;
  key: string;
  name: string;
  name_local: Generated<string>;
  parent_id: Generated<number>;
  menu_ids: Json<readonly number[]>;
  color: Generated<string>;
  image: string | null;
  sort: Generated<number>;
  course_no: Generated<number>;
  default_type: Generated<MenuItemType>;
  gst_mode: GstMode | null;
  is_active: Generated<boolean>;
}

export interface MenuItemTable extends Stamped {
  outlet_id: number;
  id: number;
  key: string;
  code: Generated<string>;
  barcode: Generated<string>;
  name: string;
  name_local: Generated<string>;
  kitchen_name: Generated<string>;
  category_ids: Json<readonly number[]>;
  type: MenuItemType;
  sizes: Json<readonly MenuSize[]>;
  description: Generated<string>;
  image: string | null;
  gst_mode: GstMode | null;
  gst_bp: number | null;
  is_service_chargeable: Generated<boolean>;
  is_printable: Generated<boolean>;
  is_open_price: Generated<boolean>;
  is_sold_by_weight: Generated<boolean>;
  is_available: Generated<boolean>;
  modifier_group_ids: ColumnType<readonly number[], string | undefined, string>;
  allergens: ColumnType<readonly string[], string | undefined, string>;
  spicy: Generated<number>;
  is_vegetarian: Generated<boolean>;
  is_halal: Generated<boolean>;
  prep_minutes: ColumnType<number | null, number | null | undefined, number | null>;
  max_discount_bp: ColumnType<number | null, number | null | undefined, number | null>;
  /** With how many each business day begins; null: its count goes on. */
  daily_qty: ColumnType<number | null, number | null | undefined, number | null>;
  is_set: Generated<boolean>;
  choice_group_ids: ColumnType<readonly number[], string | undefined, string>;
  is_pinned: Generated<boolean>;
  sort: Generated<number>;
  is_active: Generated<boolean>;
}

/** How many of an item are left, thousandths; null: nobody counts it. */
export interface ItemCountTable {
  outlet_id: number;
  menu_item_id: number;
  left_qty: number | null;
  /** The business day of the number. */
  day: string;
}

/** Former menu prices. Write a row when a price changes: the old price, and from when until when it was valid. */
export interface MenuPriceTable {
  outlet_id: number;
  menu_item_id: number;
  size: string;
  price: number;
  valid_from: number;
  valid_until: number;
}

export interface CustomerTable extends Stamped {
  outlet_id: number;
  id: number;
  key: string;
  code: string;
  name: Generated<string>;
  phone: Generated<string>;
  email: Generated<string>;
  type: Generated<'Personal' | 'Business'>;
  company: Generated<string>;
  tin: Generated<string>;
  address: Generated<string>;
  note: Generated<string>;
  phone2: Generated<string>;
  /** The plain numbers of both, written by triggers; '' for none. */
  phone_no: Generated<string>;
  phone2_no: Generated<string>;
  addresses: ColumnType<readonly CustomerAddress[], string | undefined, string>;
  birthday: ColumnType<string | null, string | null | undefined, string | null>;
  gender: ColumnType<string | null, string | null | undefined, string | null>;
  account_id: Generated<number>;
  discount_bp: ColumnType<number | null, number | null | undefined, number | null>;
  loyalty_points: Generated<number>;
  points_tier: Generated<string>;
  tags: Generated<string>;
  allergies: Generated<string>;
  group_id: Generated<number>;
  is_marketing_allowed: Generated<boolean>;
  marketing_since: ColumnType<string | null, string | null | undefined, string | null>;
  is_vip: Generated<boolean>;
  /** For a duplicate that was merged: the customer that it belongs to now. */
  merged_into: ColumnType<number | null, number | null | undefined, number | null>;
  is_active: Generated<boolean>;
}

export interface CustomerAddress {
  readonly label: string;
  readonly line: string;
  readonly area: string;
  readonly landmark: string;
  readonly isDefault: boolean;
}

interface Kept extends Stamped {
  outlet_id: number;
  id: number;
  key: string;
  is_active: Generated<boolean>;
}

export interface ModifierGroupTable extends Kept {
  name: string;
  is_required: Generated<boolean>;
  min_choices: Generated<number>;
  max_choices: Generated<number>;
  free_count: Generated<number>;
  options: Json<readonly StoredOption[]>;
  sort: Generated<number>;
}

export interface VendorTable extends Kept {
  code: string;
  name: string;
  legal_name: Generated<string>;
  tin: Generated<string>;
  is_gst_registered: Generated<boolean>;
  contact_person: Generated<string>;
  phone: Generated<string>;
  phone2: Generated<string>;
  email: Generated<string>;
  address: Generated<string>;
  website: Generated<string>;
  terms_days: number | null;
  lead_time_days: number | null;
  currency: Generated<string>;
  credit_limit: number | null;
  bank_name: Generated<string>;
  account_name: Generated<string>;
  account_no: Generated<string>;
  rating: number | null;
  note: Generated<string>;
}

export interface StorageTable extends Kept {
  code: string;
  name: string;
  type: Generated<string>;
  parent_id: Generated<number>;
  is_default_receiving: Generated<boolean>;
  is_default_issue: Generated<boolean>;
  is_sellable: Generated<boolean>;
  temperature_min: number | null;
  temperature_max: number | null;
  count_frequency: string | null;
  sort: number | null;
}

/** Costs are laari for one stock unit; quantities and factors are thousandths. */
export interface InventoryItemTable extends Kept {
  code: string;
  barcode: Generated<string>;
  name: string;
  category: InventoryCategory;
  sub_category: Generated<string>;
  stock_unit: string;
  purchase_unit: Generated<string>;
  purchase_factor: number | null;
  yield_bp: number | null;
  cost_method: Generated<'WeightedAverage' | 'Last'>;
  avg_cost: Generated<number>;
  last_cost: Generated<number>;
  on_hand: Generated<number>;
  stock_value: Generated<number>;
  reorder_level: number | null;
  par_level: number | null;
  max_level: number | null;
  default_vendor_id: Generated<number>;
  default_storage_id: Generated<number>;
  is_expiry_tracked: Generated<boolean>;
  shelf_life_days: number | null;
  is_batch_tracked: Generated<boolean>;
  gst_bp: number | null;
  menu_item_id: Generated<number>;
  image: string | null;
  note: Generated<string>;
}

export interface AccountTable extends Kept {
  kind: 'House' | 'Financial';
  code: string;
  name: string;
  account_type: AccountType | null;
  financial_type: FinancialAccountType | null;
  contact_name: Generated<string>;
  phone: Generated<string>;
  email: Generated<string>;
  tin: Generated<string>;
  address: Generated<string>;
  credit_limit: number | null;
  terms_days: number | null;
  billing_day: number | null;
  discount_bp: number | null;
  status: Generated<'Active' | 'OnHold' | 'Closed'>;
  parent_id: Generated<number>;
  is_system: Generated<boolean>;
  /** The sum of its entries. */
  balance: Generated<number>;
  note: Generated<string>;
}

export interface AccountEntryTable {
  outlet_id: number;
  id: number;
  key: string;
  account_id: number;
  at: number;
  business_date: string;
  type: AccountEntryType;
  amount: number;
  balance_before: number;
  balance_after: number;
  bill_id: number | null;
  shift_id: number | null;
  method: string;
  reference: string;
  note: string;
  made_by: number | null;
  made_by_name: string;
}

export interface ZoneTable extends Kept {
  name: string;
  fee: Generated<number>;
  min_order: number | null;
  free_above: number | null;
  eta_minutes: number | null;
  sort: number | null;
}

export interface ImportJobTable {
  outlet_id: number;
  key: string;
  entity: string;
  state: 'Running' | 'Cancelling' | 'Cancelled' | 'Done' | 'Failed';
  row_count: number;
  done_count: number;
  bad: Json<readonly { readonly row: number; readonly errors: Readonly<Record<string, string>> }[]>;
  /** What the import does with the other rows, as the API has it. */
  found: Json<Readonly<Record<string, unknown>>>;
  created_at: number;
  created_by: number | null;
  modified_at: number;
}

export interface ShiftTable {
  outlet_id: number;
  id: number;
  key: string;
  number: number;
  business_date: string;
  status: Shift['status'];
  is_open: boolean;
  opening_balance: number;
  device_id: string | null;
  created_at: number;
  created_by: number;
  created_by_name: string;
  closed_at: number | null;
  closed_by: number | null;
  closed_by_name: string | null;
  closing: ColumnType<Shift['closing'], string | null, string | null>;
  totals: ColumnType<ShiftTotals | null, string | null, string | null>;
  version: Generated<number>;
}

export interface BillTable {
  outlet_id: number;
  id: number;
  key: string;
  version: number;
  number: number;
  invoice_number: string | null;
  type: SlotTypeName;
  slot: number;
  check_no: number;
  status: BillStatus;
  is_void: boolean;
  is_open: boolean;
  /**
   * This column, `customer_name`, `total` and `delivery_status` are written when a bill is created, moved and closed. What an open bill has now is in its
   * document: `open-bills.ts` reads both.
   */
  customer_id: number;
  customer_name: string;
  shift_id: number | null;
  business_date: string | null;
  created_at: number;
  created_by: number | null;
  /** To whom it was handed; null: who checked in serves it. */
  waiter_id: Generated<number | null>;
  completed_at: number | null;
  modified_at: number;
  total: number;
  /** The delivery status; null at a table or counter. */
  delivery_status: Bill['deliveryStatus'];
  /** Keys of the print jobs that printed the bill. */
  print_jobs: Json<readonly string[]>;
  /** Keys of items that were moved to another bill. */
  moved_keys: Json<readonly string[]>;
  doc: Json<Bill>;
}

export interface BillAliasTable {
  outlet_id: number;
  key: string;
  bill_id: number;
}

export interface SlotJoinTable {
  outlet_id: number;
  type: string;
  slot: number;
  bill_id: number;
}

export interface PaymentTable {
  outlet_id: number;
  key: string;
  bill_id: number;
  shift_id: number;
  business_date: string;
  method: string;
  amount: number;
  tendered: number;
  change_given: number;
  reference: string;
  received_by: number | null;
  received_at: number;
}

/** Completed bills that were paid with less than was printed. Amounts in laari. */
export interface PaidLessTable {
  outlet_id: number;
  bill_id: number;
  business_date: string;
  at: number;
  printed: number;
  total: number;
  lowered_by: number | null;
  approval_key: string | null;
  is_unapproved: boolean;
}

/** Corrections of the payment method of completed bills; each wrote two rows of `payment`. */
export interface PaymentExchangeTable {
  outlet_id: number;
  /** The key of the payment that replaces the other one. */
  key: string;
  bill_id: number;
  /** The key of the payment that was reversed. */
  of_key: string;
  shift_id: number;
  business_date: string;
  reversed: Json<Payment>;
  captured: Json<Payment>;
  reason: string;
  approval_key: string | null;
  at: number;
  made_by: number;
  made_by_name: string;
}

export interface SoldItemTable {
  outlet_id: number;
  bill_id: number;
  item_id: number;
  menu_item_id: number;
  name: string;
  size: string;
  qty: number;
  price: number;
  /** The item after its own discount; the sold items add up to the bill's subtotal. */
  amount: number;
  /** Its share of the bill's discount. */
  discount: number;
  gst_mode: GstMode;
  gst_bp: number;
  tax: number;
  is_void: boolean;
  is_comp: boolean;
  sold_by: number | null;
  business_date: string;
}

export interface CashEventTable {
  outlet_id: number;
  key: string;
  shift_id: number;
  kind: 'In' | 'Out';
  amount: number;
  reason: string;
  at: number;
  made_by: number;
  made_by_name: string;
  /** PayIn, PayOut, Drop, TipOut, AccountPayment, VendorPayment; '' for one without a type. */
  type: Generated<string>;
  payee: Generated<string>;
  approval_key: ColumnType<string | null, string | null | undefined, string | null>;
}

/** The drawer opened without a sale. */
export interface DrawerOpeningTable {
  outlet_id: number;
  key: string;
  shift_id: number;
  reason: string;
  approval_key: string | null;
  at: number;
  made_by: number;
  made_by_name: string;
}

/** Refunds of paid bills. */
export interface RefundTable {
  outlet_id: number;
  refund_id: number;
  bill_id: number;
  is_full: boolean;
  amount: number;
  reason: string;
}

/** Refunded items; `qty` is positive, amounts are negative. */
export interface RefundItemTable extends Omit<SoldItemTable, 'is_void' | 'is_comp'> {
  of_bill_id: number;
  of_item_key: string;
}

export interface ZReportTable {
  outlet_id: number;
  number: number;
  shift_id: number;
  at: number;
  totals: Json<ShiftTotals>;
}

/** A signed end of an outlet's history. */
export interface HistoryHeadTable {
  outlet_id: number;
  seq: number;
  hash: string;
  signature: string;
  /** The Z report that it was signed for. */
  z_number: number | null;
  at: number;
}

export interface HistoryTable {
  outlet_id: number;
  seq: number;
  at: number;
  subject: string;
  subject_key: string;
  action: string;
  user_id: number | null;
  device_id: string | null;
  approval_key: string | null;
  /** The exact text that the hash covers. */
  data: string;
  hash: string;
}

export interface ChangeLogTable {
  outlet_id: number;
  seq: number;
  entity: string;
  entity_id: number | null;
  version: number;
  action: string;
  at: number;
}

export interface SaleHourTable {
  outlet_id: number;
  business_date: string;
  hour: number;
  type: SlotTypeName;
  bills: number;
  covers: number;
  sub_total: number;
  discount: number;
  service_charge: number;
  gst: number;
  total: number;
  rounding: number;
  tip: number;
}

export interface SaleMethodTable {
  outlet_id: number;
  business_date: string;
  method: string;
  payments: number;
  amount: number;
}

export interface SaleItemTable {
  outlet_id: number;
  business_date: string;
  menu_item_id: number;
  size: string;
  name: string;
  qty: number;
  amount: number;
}

export interface FileTable {
  outlet_id: number;
  key: string;
  name: Generated<string>;
  mime: string;
  bytes: number;
  sha256: string;
  content: Uint8Array;
  created_at: number;
  created_by: number | null;
}

export interface NoticeTable {
  outlet_id: number;
  id: number;
  severity: 'Info' | 'Warning' | 'Error';
  title: string;
  body: string;
  entity: string | null;
  entity_id: number | null;
  permission: string | null;
  /** Who alone sees it; null: everybody with the permission. */
  user_id: Generated<number | null>;
  at: number;
}

export interface NoticeReaderTable {
  outlet_id: number;
  user_id: number;
  read_up_to: number;
  cleared_up_to: number;
}

export interface SearchRecordTable {
  outlet_id: number;
  entity: string;
  id: number;
  name: string;
  permission: string;
  words: string;
  /** True when its words have rows in `search_word`. Releases before migration 51 split every record. */
  is_split: Generated<boolean>;
}

/** Lists whose records are split into words; not complete while that is done. */
export interface SearchLargeTable {
  outlet_id: number;
  entity: string;
  is_complete: boolean;
}

export interface SearchWordTable {
  outlet_id: number;
  permission: string;
  kind: number;
  word: string;
  entity: string;
  id: number;
}

/** The migrations that ran. */
export interface MigrationTable {
  number: number;
  name: string;
  sha256: string;
  applied_at: number;
}

/** What was brought up to date for an outlet. */
export interface CaughtUpTable {
  outlet_id: number;
  name: string;
  version: number;
}

/** A month of the archive that is in a file. */
export interface DetachedMonthTable {
  month: string;
  file: string;
  sha256: string;
  row_count: number;
  detached_at: number;
}

export interface LeaseTable {
  name: string;
  holder: string;
  until: number;
}

/** The embedded engine's id counters; PostgreSQL has sequences. */
export interface IdSequenceTable {
  name: GeneratedAlways<string>;
  value: number;
}

export interface Database
  extends PeopleTables,
    StockTables,
    DeliveryKitchenTables,
    ReportTables,
    WebsiteTables,
    PriceTables,
    OrderTables,
    PointsTables,
    WalletTables {
  outlet: OutletTable;
  secret: SecretTable;
  caught_up: CaughtUpTable;
  lease: LeaseTable;
  detached_month: DetachedMonthTable;
  care_event: CareEventTable;
  update_event: UpdateEventTable;
  care_mark: CareMarkTable;
  server_setting: ServerSettingTable;
  offsite_copy: OffsiteCopyTable;
  drill: DrillTable;
  outlet_cursor: OutletCursorTable;
  setting: SettingTable;
  menu: MenuTable;
  category: CategoryTable;
  menu_item: MenuItemTable;
  item_count: ItemCountTable;
  menu_price: MenuPriceTable;
  customer: CustomerTable;
  modifier_group: ModifierGroupTable;
  vendor: VendorTable;
  storage: StorageTable;
  inventory_item: InventoryItemTable;
  account: AccountTable;
  account_entry: AccountEntryTable;
  zone: ZoneTable;
  import_job: ImportJobTable;
  shift: ShiftTable;
  bill: BillTable;
  bill_alias: BillAliasTable;
  slot_join: SlotJoinTable;
  payment: PaymentTable;
  payment_exchange: PaymentExchangeTable;
  paid_less: PaidLessTable;
  sold_item: SoldItemTable;
  cash_event: CashEventTable;
  drawer_opening: DrawerOpeningTable;
  refund: RefundTable;
  refund_item: RefundItemTable;
  z_report: ZReportTable;
  history: HistoryTable;
  history_head: HistoryHeadTable;
  change_log: ChangeLogTable;
  sale_hour: SaleHourTable;
  sale_method: SaleMethodTable;
  sale_item: SaleItemTable;
  file: FileTable;
  notice: NoticeTable;
  notice_reader: NoticeReaderTable;
  search_record: SearchRecordTable;
  search_large: SearchLargeTable;
  search_word: SearchWordTable;
  migration: MigrationTable;
  id_sequence: IdSequenceTable;
}

export type ShiftRow = Selectable<ShiftTable>;

/** Tables whose ids are counted over all outlets. */
export type SequenceName =
  | 'notice'
  | 'bill'
  | 'shift'
  | 'customer'
  | 'menu'
  | 'category'
  | 'menu_item'
  | 'modifier_group'
  | 'modifier_option'
  | 'vendor'
  | 'storage'
  | 'inventory_item'
  | 'account'
  | 'account_entry'
  | 'zone'
  | 'station'
  | PriceSequence
  | WalletSequence
  | OrderSequence
  | PointsSequence
  | ReportSequence
  | WebsiteSequence
  | StockSequence;

/** Columns that hold JSON, by name: one name has the same type in every table. */
export const jsonColumns: ReadonlySet<string> = new Set([
  'plan',
  'slot_types',
  'about',
  'features',
  'permission_overrides',
  'write_keys',
  'user_ids',
  'invoices',
  'value_list',
  'availability',
  'order_types',
  'menu_ids',
  'modifier_group_ids',
  'choice_group_ids',
  'allergens',
  'addresses',
  'options',
  'bad',
  'found',
  'category_ids',
  'sizes',
  'types',
  'printers',
  'section_ids',
  'watches',
  'closing',
  'totals',
  'print_jobs',
  'moved_keys',
  'absences',
  'reversed',
  'captured',
  'doc',
  'seller',
  'config',
  ...stockJsonColumns,
  ...websiteJsonColumns,
  ...priceJsonColumns,
]);

/** Returns whether a column is a boolean: its name is a yes-or-no question. */
export function isBooleanColumn(name: string): boolean {
  return name.startsWith('is_');
}
