/** Tables of advance orders. */
import type { OrderKind, OrderStatus, OrderTax, PlannedInstalment } from '@atoll/domain/bill/advance/order';
import type { Bill } from '@atoll/domain/bill/bill';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

export interface AdvanceOrderTable {
  outlet_id: number;
  id: number;
  key: string;
  number: string;
  kind: OrderKind;
  status: Generated<OrderStatus>;
  /** What is paid of it ahead. */
  tax: Generated<OrderTax>;
  customer_id: Generated<number>;
  name: string;
  phone: string;
  total: number;
  due_at: number;
  plan: Json<readonly PlannedInstalment[]>;
  /** The bill that it becomes, as the server priced it. */
  doc: Json<Bill>;
  bill_id: number | null;
  is_active: Generated<boolean>;
  version: Generated<number>;
  created_at: number;
  created_by: number | null;
  modified_at: number;
  modified_by: number | null;
}

export interface OrderAdvanceTable {
  outlet_id: number;
  id: number;
  key: string;
  order_id: number;
  bill_id: number;
  invoice_number: string;
  amount: number;
  at: number;
}

export interface OrderTables {
  advance_order: AdvanceOrderTable;
  order_advance: OrderAdvanceTable;
}

export type OrderSequence = 'advance_order' | 'order_advance';
