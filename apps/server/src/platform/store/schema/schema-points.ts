/** Tables of points. */
import type { Availability } from '@atoll/domain/menu/availability';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import type { PointEntryType, PointsRuleKind } from '@atoll/domain/points/points';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

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

export interface PointsRuleTable extends RecordColumns {
  name: string;
  kind: Generated<PointsRuleKind>;
  points: number;
  per: number | null;
  item_ids: Json<readonly number[]>;
  category_ids: Json<readonly number[]>;
  availability: Json<readonly Availability[]>;
  order_types: Json<readonly SlotTypeName[]>;
  group_ids: Json<readonly number[]>;
  from_date: string | null;
  to_date: string | null;
  grace_minutes: number | null;
}

export interface PointsTierTable extends RecordColumns {
  name: string;
  from_points: number;
  factor_bp: number | null;
  group_id: Generated<number>;
}

export interface PointEntryTable {
  outlet_id: number;
  id: number;
  key: string;
  customer_id: number;
  at: number;
  business_date: string;
  type: PointEntryType;
  points: number;
  balance_before: number;
  balance_after: number;
  bill_id: number | null;
  reference: string;
  note: string;
  made_by: number | null;
  made_by_name: string;
}

export interface PointsTables {
  points_rule: PointsRuleTable;
  points_tier: PointsTierTable;
  point_entry: PointEntryTable;
}

export type PointsSequence = 'points_rule' | 'points_tier' | 'point_entry';
