/** Tables of deliveries, kitchen tickets, the floor plan, tills, and print jobs that are handed to another device. */
import type { PrintBody } from '@atoll/domain/contract/bill/print';
import type { KitchenTicket, numberSeries } from '@atoll/domain/kitchen/kitchen-ticket';
import type { FloorPlan } from '@atoll/domain/outlet/floor/floor-plan';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import type { StationTicketType } from '@atoll/domain/outlet/station';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;
type TicketSeries = (typeof numberSeries)[number];

export interface KitchenTicketTable {
  outlet_id: number;
  key: string;
  bill_id: number;
  number: number;
  business_date: string;
  /** The series of its number (`seriesOf`); the document has the station. */
  station: TicketSeries;
  kind: KitchenTicket['kind'];
  state: KitchenTicket['state'];
  /** Neither Served nor Void. */
  is_open: boolean;
  created_at: number;
  changed_at: number;
  doc: Json<KitchenTicket>;
}

/** The last ticket number of a series and business day. */
export interface TicketNumberTable {
  outlet_id: number;
  business_date: string;
  station: TicketSeries;
  number: number;
}

/** When a kitchen screen of an outlet was used: epoch ms, 0 for never. */
export interface KitchenScreenTable {
  outlet_id: number;
  /** When one asked for its tickets. */
  shown_at: number;
  /** When a cook moved a ticket. */
  moved_at: number;
}

/** The floor plan of an outlet. */
export interface FloorPlanTable {
  outlet_id: number;
  version: number;
  doc: Json<Omit<FloorPlan, 'version'>>;
}

/** A device that prints for others. */
export interface PrintStationTable {
  outlet_id: number;
  device_id: string;
  seen_at: number;
  /** Whether its person may see what others print. */
  sees_others: Generated<boolean>;
  /** Whether they may at least see tickets. */
  sees_tickets: Generated<boolean>;
  /** When somebody with settings.manage registered it; null for a device that only called. */
  registered_at: Generated<number | null>;
  /** The public key of the device; '' when it has none, null for a station of before that is not bound yet. */
  device_key: Generated<string | null>;
}

/** The last report of a till. */
export interface TillTable {
  outlet_id: number;
  device_id: string;
  number: number;
  user_name: string;
  heard_at: number;
  /** Null when it only reads. */
  worked_at: number | null;
  waiting: number;
  amount: number;
}

/** When the server heard of a device. */
export interface DeviceContactTable {
  outlet_id: number;
  device_id: string;
  heard_at: number;
  absences: Json<readonly (readonly [number, number])[]>;
}

/** A print job of a device that has no print server. */
export interface HandedJobTable {
  outlet_id: number;
  key: string;
  state: 'queued' | 'sending' | 'done' | 'waiting' | 'failed';
  is_duplicate: Generated<boolean>;
  message: Generated<string>;
  /** The device that took it. */
  station: string | null;
  asked_by: string;
  /** Who asked for it; null for jobs of earlier releases. */
  user_id: Generated<number | null>;
  /** The session that claimed it. */
  session_id: Generated<string | null>;
  /** The paid bill whose receipt it is. */
  bill_key: Generated<string | null>;
  /** The payment, cash event or drawer event for which it opens the drawer. */
  drawer_key: Generated<string | null>;
  created_at: number;
  changed_at: number;
  doc: Json<PrintBody>;
}

/** Where items are made, and where their tickets go. */
export interface StationTable {
  outlet_id: number;
  id: number;
  key: string;
  code: string;
  name: string;
  ticket_type: Generated<StationTicketType>;
  printers: Json<readonly string[]>;
  is_screen: Generated<boolean>;
  language: string | null;
  types: Json<readonly string[]>;
  category_ids: Json<readonly number[]>;
  item_ids: Json<readonly number[]>;
  section_ids: Json<readonly string[]>;
  slot_types: Json<readonly SlotTypeName[]>;
  is_expediter: Generated<boolean>;
  watches: Json<readonly number[]>;
  amber_minutes: number | null;
  red_minutes: number | null;
  sort: number | null;
  is_active: Generated<boolean>;
  version: Generated<number>;
  created_at: number;
  created_by: number | null;
  modified_at: number;
  modified_by: number | null;
}

export interface DeliveryKitchenTables {
  station: StationTable;
  kitchen_ticket: KitchenTicketTable;
  ticket_number: TicketNumberTable;
  kitchen_screen: KitchenScreenTable;
  floor_plan: FloorPlanTable;
  print_station: PrintStationTable;
  till: TillTable;
  device_contact: DeviceContactTable;
  handed_job: HandedJobTable;
}
