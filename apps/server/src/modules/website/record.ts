/** The site of an outlet as it is stored: made when it is first asked for, with an address of its own. */
import type { BlockEntry, SiteBlock, SiteContent, SiteSettings } from '@atoll/domain/website/site';
import { slugOf } from '@atoll/domain/website/site';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { SiteTable } from '../../platform/store/schema/schema-website.ts';
import type { Store } from '../../platform/store/store.ts';

export type SiteRow = Selectable<SiteTable>;

/** The address of an outlet's site; one is chosen after its name when it has none. */
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

/** The outlet of an address. */
export function outletOf(store: Store, slug: string): Promise<number | undefined> {
  return store.readOrg(
    async (db) =>
      (await db.selectFrom('site_address').select('outlet_id').where('slug', '=', slug).executeTakeFirst())?.outlet_id,
  );
}

export const findRow = (db: Kysely<Database>, outletId: number): Promise<SiteRow | undefined> =>
  db.selectFrom('site').selectAll().where('outlet_id', '=', outletId).executeTakeFirst();

/** A site that nobody has changed yet. */
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

/** The blocks that stand on the site, in their order. */
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

/** The site as it would be published now. */
export async function draftContent(
  db: Kysely<Database>,
  outletId: number,
  settings: SiteSettings,
): Promise<SiteContent> {
  return { ...settings, blocks: await draftBlocks(db, outletId) };
}

/** What the public sees of a site as of now: what was scheduled takes its place when its time has come. Null: nothing. */
export function publicContent(row: SiteRow | undefined, now: number): SiteContent | null {
  if (!row || row.status === 'Offline') return null;
  if (row.coming && row.scheduled_at !== null && row.scheduled_at <= now) return row.coming;
  return row.live;
}
