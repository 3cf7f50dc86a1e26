/**
 * How each table of a database could be spread over several servers: by outlet, as a copy on every server, or on the first server alone. A test compares it with
 * the tables, their keys and the statements of a sale. Source: R34.18, docs/operations.md.
 */
import type { Database } from './schema.ts';

/**
 * 'outlet': rows of an outlet are together, and every key begins with it. 'reference': small, a copy everywhere, and what rows of outlets may refer to.
 * 'local': of the business, and nothing of an outlet refers to it.
 */
export type Distribution = 'outlet' | 'reference' | 'local';

/** Tables that belong to no outlet; all others are spread by outlet. */
const ofNoOutlet = {
  outlet: 'reference',
  app_user: 'reference',
  user_outlet: 'reference',
  person_picture: 'local',
  session: 'local',
  session_waiting: 'local',
  refresh_token: 'local',
  password_reset: 'local',
  hub_ticket: 'local',
  join_code: 'local',
  second_factor: 'local',
  recovery_code: 'local',
  approval_code: 'local',
  approver_failure: 'local',
  site_address: 'local',
  secret: 'local',
  caught_up: 'local',
  lease: 'local',
  detached_month: 'local',
  care_event: 'local',
  care_mark: 'local',
  update_event: 'local',
  server_setting: 'local',
  offsite_copy: 'local',
  drill: 'local',
  migration: 'local',
} as const satisfies Partial<Record<keyof Database, Distribution>>;

type OfOutlet = Exclude<keyof Database, keyof typeof ofNoOutlet | 'id_sequence'>;

/** Every table by outlet. A table that is missing here does not compile. */
const ofOutlet: Record<OfOutlet, 'outlet'> = {
  account: 'outlet',
  account_entry: 'outlet',
  approval: 'outlet',
  approval_entry: 'outlet',
  bill: 'outlet',
  bill_alias: 'outlet',
  cash_event: 'outlet',
  category: 'outlet',
  change_log: 'outlet',
  coupon: 'outlet',
  coupon_use: 'outlet',
  customer: 'outlet',
  choice_group: 'outlet',
  customer_group: 'outlet',
  device_contact: 'outlet',
  drawer_opening: 'outlet',
  file: 'outlet',
  floor_plan: 'outlet',
  handed_job: 'outlet',
  history: 'outlet',
  history_head: 'outlet',
  import_job: 'outlet',
  inventory_item: 'outlet',
  item_count: 'outlet',
  kitchen_screen: 'outlet',
  kitchen_ticket: 'outlet',
  menu: 'outlet',
  menu_item: 'outlet',
  menu_price: 'outlet',
  modifier_group: 'outlet',
  notice: 'outlet',
  notice_reader: 'outlet',
  outlet_cursor: 'outlet',
  page: 'outlet',
  paid_less: 'outlet',
  payment: 'outlet',
  payment_exchange: 'outlet',
  advance_order: 'outlet',
  order_advance: 'outlet',
  point_entry: 'outlet',
  points_rule: 'outlet',
  points_tier: 'outlet',
  price_change: 'outlet',
  price_list: 'outlet',
  price_rule_version: 'outlet',
  print_station: 'outlet',
  promotion: 'outlet',
  promotion_use: 'outlet',
  purchase_invoice: 'outlet',
  purchase_payment: 'outlet',
  recipe: 'outlet',
  refund: 'outlet',
  refund_item: 'outlet',
  report_run: 'outlet',
  report_schedule: 'outlet',
  report_template: 'outlet',
  sale_gift: 'outlet',
  sale_hour: 'outlet',
  sale_item: 'outlet',
  sale_method: 'outlet',
  sale_person: 'outlet',
  sale_rule: 'outlet',
  sale_tax: 'outlet',
  search_large: 'outlet',
  search_record: 'outlet',
  search_word: 'outlet',
  setting: 'outlet',
  shift: 'outlet',
  site: 'outlet',
  site_version: 'outlet',
  sold_item: 'outlet',
  slot_join: 'outlet',
  stock_cost: 'outlet',
  stock_count: 'outlet',
  stock_level: 'outlet',
  stock_movement: 'outlet',
  stock_request: 'outlet',
  storage: 'outlet',
  tax_invoice: 'outlet',
  ticket_number: 'outlet',
  till: 'outlet',
  vendor: 'outlet',
  wallet: 'outlet',
  wallet_entry: 'outlet',
  wallet_hold: 'outlet',
  z_report: 'outlet',
  station: 'outlet',
  zone: 'outlet',
};

/** Tables that the query layer does not know: one of an earlier release, and one that only raw SQL reads. */
const others = { approver_try: 'outlet', early_tax_invoice: 'outlet' } as const;

export const distribution: Readonly<Record<string, Distribution>> = { ...ofNoOutlet, ...ofOutlet, ...others };

/** Returns the statements that spread the tables with Citus, in the order in which their foreign keys allow it. */
export function citusStatements(tables: readonly string[]): string[] {
  const of = (kind: Distribution): string[] => tables.filter((table) => distribution[table] === kind);
  return [
    ...of('reference').map((table) => `select create_reference_table('${table}')`),
    ...of('outlet').map(
      (table) => `select create_distributed_table('${table}', 'outlet_id', colocate_with => 'default')`,
    ),
  ];
}

const named = /\b(from|join|into|update)\s+(?:only\s+)?"?(\w+)"?/gi;

/** Returns what keeps a statement from running on the server of one outlet, or null. */
export function outletProblem(sql: string): string | null {
  const mentions = [...sql.matchAll(named)].flatMap(([, verb = '', table = '']) =>
    distribution[table] === 'outlet' ? [{ verb: verb.toLowerCase(), table }] : [],
  );
  const local = [...sql.matchAll(named)].find(([, , table = '']) => distribution[table] === 'local');
  if (mentions.length === 0) return null;
  if (local) return `it uses ${local[2]} beside tables of outlets`;
  const inserts = mentions.filter(({ verb }) => verb === 'into');
  for (const { table } of inserts)
    if (!new RegExp(`into "?${table}"? \\([^)]*"?outlet_id"?`, 'i').test(sql))
      return `it inserts into ${table} without the outlet`;
  const conditions = [...sql.matchAll(/outlet_id"?\s*=/gi)].length;
  const reads = mentions.length - inserts.length;
  return conditions >= reads ? null : `it names ${reads} tables of outlets and the outlet ${conditions} times`;
}
