/** The tables of the public site. */
import type { BlockEntry, BlockKind, SiteContent, SiteSettings, SiteStatus } from '@atoll/domain/website/site';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;
type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>;

export interface SiteAddressTable {
  slug: string;
  outlet_id: number;
}

export interface SiteTable {
  outlet_id: number;
  settings: Json<SiteSettings>;
  status: SiteStatus;
  live: JsonOrNull<SiteContent>;
  published_at: number | null;
  coming: JsonOrNull<SiteContent>;
  scheduled_at: number | null;
  preview_key: string;
  version: Generated<number>;
  modified_at: number;
  modified_by: number | null;
}

export interface SiteVersionTable {
  outlet_id: number;
  id: number;
  snapshot: Json<SiteContent>;
  at: number;
  made_by: number | null;
  made_by_name: string;
}

export interface PageTable {
  outlet_id: number;
  id: number;
  key: string;
  kind: BlockKind;
  title: string;
  body: string;
  image: string | null;
  image_text: string;
  button_label: string;
  button_link: string;
  slug: string;
  entries: Json<readonly BlockEntry[]>;
  show_from: string | null;
  show_to: string | null;
  is_shown: boolean;
  sort: number | null;
  is_active: Generated<boolean>;
  version: Generated<number>;
  created_at: number;
  created_by: number | null;
  modified_at: number;
  modified_by: number | null;
}

/** The tables of the public site in the store's database. */
export interface WebsiteTables {
  site_address: SiteAddressTable;
  site: SiteTable;
  site_version: SiteVersionTable;
  page: PageTable;
}

export type WebsiteSequence = 'site_version' | 'page';
export const websiteJsonColumns = ['settings', 'live', 'coming', 'snapshot', 'entries'] as const;
