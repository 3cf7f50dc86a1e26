/** The stored site of an outlet. It gets its address when it is first read. */
import type { BlockEntry, SiteBlock, SiteContent, SiteSettings } from '@atoll/domain/website/site';
import { slugOf } from '@atoll/domain/website/site';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { SiteTable } from '../../platform/store/schema/schema-website.ts';
import type { Store } from '../../platform/store/store.ts';

export type SiteRow = Selectable<SiteTable>;

/** Returns the address of an outlet's site. A site without one gets an address from the outlet's name. */
export async function addressOf(store: Store, outletId: number): Promise<string> {
  const read = () =>
    store.readOrg((db) =>
      db.selectFrom('site_address').select('slug').where('outlet_id', '=', outletId).executeTakeFirst(),
    );
  const known = await read();
  if (known) return known.slug;
  const { name } = await store.readOrg((db) =>
    db.selectFrom('outlet').select('name').where('id', '=', outletId).executeTakeFirstOrThrow(),
  );
  const wanted = slugOf(name);
  await store.writeOrg(async (db) => {
    const isTaken = await db.selectFrom('site_address').select('slug').where('slug', '=', wanted).executeTakeFirst();
    await db
      .insertInto('site_address')
      .values({ slug: isTaken ? `${wanted}-${outletId}` : wanted, outlet_id: outletId })
      .onConflict((conflict) => conflict.column('outlet_id').doNothing())
      .execute();
  });
  return (await read())?.slug ?? wanted;
}

/** Returns the id of the outlet that has an address. */
export function outletOf(store: Store, slug: string): Promise<number | undefined> {
  return store.readOrg(
    async (db) =>
      (await db.selectFrom('site_address').select('outlet_id').where('slug', '=', slug).executeTakeFirst())?.outlet_id,
  );
}

export const findRow = (db: Kysely<Database>, outletId: number): Promise<SiteRow | undefined> =>
  db.selectFrom('site').selectAll().where('outlet_id', '=', outletId).executeTakeFirst();

/** Returns the initial row of a site. */
export async function firstSite(db: Kysely<Database>, outletId: number): Promise<SiteRow> {
  const { name } = await db.selectFrom('outlet').select('name').where('id', '=', outletId).executeTakeFirstOrThrow();
  return {
    outlet_id: outletId,
    settings: { title: name, tagline: '', color: '#0b6e78', description: '', priceNote: '' },
    status: 'Draft',
    live: null,
    published_at: null,
    coming: null,
    scheduled_at: null,
    preview_key: '',
    version: 0,
    modified_at: 0,
    modified_by: null,
  };
}

/** Returns the visible blocks of the draft, in their order. */
export async function draftBlocks(db: Kysely<Database>, outletId: number): Promise<SiteBlock[]> {
  const rows = await db
    .selectFrom('page')
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .where('is_shown', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    kind: row.kind,
    title: row.title,
    body: row.body,
    image: row.image,
    imageText: row.image_text,
    buttonLabel: row.button_label,
    buttonLink: row.button_link,
    slug: row.slug,
    entries: row.entries.map(
      ({ label, text, image }): BlockEntry => ({ label, text: text ?? '', image: image ?? null }),
    ),
    showFrom: row.show_from,
    showTo: row.show_to,
  }));
}

/** Returns the site as it would be published now. */
export async function draftContent(
  db: Kysely<Database>,
  outletId: number,
  settings: SiteSettings,
): Promise<SiteContent> {
  return { ...settings, blocks: await draftBlocks(db, outletId) };
}

/** Returns the content that the public sees now; a scheduled version replaces the old one at its time. Null: no content is public. */
export function publicContent(row: SiteRow | undefined, now: number): SiteContent | null {
  if (!row || row.status === 'Offline') return null;
  if (row.coming && row.scheduled_at !== null && row.scheduled_at <= now) return row.coming;
  return row.live;
}
