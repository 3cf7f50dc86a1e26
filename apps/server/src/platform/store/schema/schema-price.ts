/** The tables of price lists. */
import type { Availability } from '@atoll/domain/menu/availability';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import type { ChoiceGroup } from '@atoll/domain/price/choice-group';
import type { BundlePart, Promotion, PromotionCombination, PromotionType } from '@atoll/domain/price/promotion';
import type { ListedPrice, PriceChangePlan, PriceList, PriceListKind, SharedCodes } from '@atoll/domain/price/rules';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;
type JsonOrNull<T> = ColumnType<T | null, string | null, never>;

interface RecordColumns {
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

export interface CustomerGroupTable extends RecordColumns {
  name: string;
  note: Generated<string>;
}

export interface PriceListTable extends RecordColumns {
  name: string;
  kind: Generated<PriceListKind>;
  status: Generated<'Draft' | 'Published'>;
  prices: Json<readonly ListedPrice[]>;
  availability: Json<readonly Availability[]>;
  order_types: Json<readonly SlotTypeName[]>;
  group_ids: Json<readonly number[]>;
  from_date: string | null;
  to_date: string | null;
  grace_minutes: number | null;
  round_to: number | null;
  priority: number | null;
}

export interface PriceChangeTable extends RecordColumns {
  name: string;
  from_date: string | null;
  status: Generated<'Planned' | 'Applied' | 'Cancelled'>;
  prices: Json<readonly ListedPrice[]>;
}

export interface PromotionTable extends RecordColumns {
  name: string;
  type: Generated<PromotionType>;
  status: Generated<'Draft' | 'Published'>;
  percent_bp: number | null;
  amount: number | null;
  min_spend: number | null;
  buy_qty: number | null;
  get_qty: number | null;
  price: number | null;
  parts: Json<readonly BundlePart[]>;
  item_ids: Json<readonly number[]>;
  category_ids: Json<readonly number[]>;
  except_item_ids: Json<readonly number[]>;
  get_item_ids: Json<readonly number[]>;
  get_category_ids: Json<readonly number[]>;
  availability: Json<readonly Availability[]>;
  order_types: Json<readonly SlotTypeName[]>;
  group_ids: Json<readonly number[]>;
  from_date: string | null;
  to_date: string | null;
  grace_minutes: number | null;
  combines: Generated<PromotionCombination>;
  max_per_bill: number | null;
  max_per_customer: number | null;
  max_total: number | null;
  trigger: Generated<string>;
  points_cost: number | null;
  priority: number | null;
}

export interface ChoiceGroupTable extends RecordColumns {
  name: string;
  choose: Generated<number>;
  course_no: Generated<number>;
  choices: Json<readonly { menuItemId: number; size: string; extraPrice: number | null; isDefault: boolean }[]>;
}

/** A published rule as of a version of the outlet's rules; no rule: it counts no more. */
export interface PriceRuleVersionTable {
  outlet_id: number;
  version: number;
  kind: 'List' | 'Change' | 'Promotion' | 'Choice' | 'Codes';
  rule_id: number;
  rule: JsonOrNull<PriceList | PriceChangePlan | Promotion | ChoiceGroup | SharedCodes>;
  at: number;
}

/** A promotion that a bill has. */
export interface PromotionUseTable {
  outlet_id: number;
  promotion_id: number;
  bill_key: string;
  /** 0: none. */
  customer_id: number;
  at: number;
}

/** A coupon: the code itself is not stored. */
export interface CouponTable {
  outlet_id: number;
  code_hash: string;
  last4: string;
  /** Key of the request that created it with others. */
  batch_key: string;
  promotion_id: number;
  /** 0: no limit. */
  max_uses: number;
  created_at: number;
  created_by: number;
}

/** A bill that has a coupon. */
export interface CouponUseTable {
  outlet_id: number;
  code_hash: string;
  bill_key: string;
  at: number;
}

export interface PriceTables {
  coupon: CouponTable;
  coupon_use: CouponUseTable;
  customer_group: CustomerGroupTable;
  price_list: PriceListTable;
  price_change: PriceChangeTable;
  promotion: PromotionTable;
  choice_group: ChoiceGroupTable;
  price_rule_version: PriceRuleVersionTable;
  promotion_use: PromotionUseTable;
}

export type PriceSequence = 'customer_group' | 'price_list' | 'price_change' | 'promotion' | 'choice_group';
export const priceJsonColumns = [
  'prices',
  'parts',
  'group_ids',
  'rule',
  'item_ids',
  'except_item_ids',
  'get_item_ids',
  'get_category_ids',
  'choices',
] as const;
