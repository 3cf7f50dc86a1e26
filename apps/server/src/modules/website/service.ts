/** The states of a site: draft, scheduled, published, offline. Each publication is a version that can be published again. Source: docs/rules.md#website. */

import { randomBytes } from 'node:crypto';
import type { Site, updateSite as updateContract } from '@atoll/domain/contract/outlet/website';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import type { HistoryAction } from '@atoll/domain/report/history-actions';
import type { SiteContent, SiteStatus } from '@atoll/domain/website/site';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';

export { isLocalAddress } from './codes.ts';
export { addressOf, outletOf } from './record.ts';
export { siteStyles, styleHash } from './styles.ts';

import { addressOf, draftContent, findRow, firstSite, publicContent, type SiteRow } from './record.ts';

const maxVersions = 20;
const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Returns the current status: a scheduled site is published when its time has come. */
function statusOf(row: SiteRow, now: number): SiteStatus {
  const isDue = row.scheduled_at !== null && row.scheduled_at <= now;
  return row.status === 'Scheduled' && isDue ? 'Published' : row.status;
}

/** Returns the outlet's site. */
export async function findSite(store: Store, outletId: number, now: number): Promise<Site> {
  const slug = await addressOf(store, outletId);
  return store.readOutlet(outletId, async (db) => {
    const row = (await findRow(db, outletId)) ?? (await firstSite(db, outletId));
    const versions = await db
      .selectFrom('site_version')
      .select(['id', 'at', 'made_by_name', 'snapshot'])
      .where('outlet_id', '=', outletId)
      .orderBy('id', 'desc')
      .limit(maxVersions)
      .execute();
    const status = statusOf(row, now);
    const isDue = status === 'Published' && row.status === 'Scheduled';
    return {
      ...row.settings,
      slug,
      path: `/s/${slug}`,
      status,
      publishedAt: instant(isDue ? row.scheduled_at : row.published_at),
      scheduledAt: status === 'Scheduled' ? instant(row.scheduled_at) : null,
      version: row.version,
      versions: versions.map(({ id, at, made_by_name, snapshot }) => ({
        id,
        at: new Date(at).toISOString(),
        byName: made_by_name,
        blocks: snapshot.blocks.length,
      })),
    };
  });
}

type Change = Partial<Omit<SiteRow, 'outlet_id' | 'version'>>;

function writeSite(tx: OutletTx, actor: Actor, row: SiteRow, change: Change, action: HistoryAction): void {
  const next = { ...row, ...change, version: row.version + 1, modified_at: tx.now, modified_by: actor.userId };
  const values = {
    ...next,
    settings: JSON.stringify(next.settings),
    live: next.live && JSON.stringify(next.live),
    coming: next.coming && JSON.stringify(next.coming),
  };
  const { outlet_id: _, ...changed } = values;
  tx.write(
    tx.db
      .insertInto('site')
      .values(values)
      .onConflict((conflict) => conflict.column('outlet_id').doUpdateSet(changed)),
  );
  tx.history({
    subject: 'Website',
    subjectKey: String(row.outlet_id),
    action,
    userId: actor.userId,
    deviceId: actor.deviceId,
    before: { status: row.status, version: row.version, ...row.settings },
    after: { status: next.status, version: next.version, ...next.settings },
  });
}

const rowIn = async (tx: OutletTx): Promise<SiteRow> =>
  (await findRow(tx.db, tx.head.outletId)) ?? firstSite(tx.db, tx.head.outletId);

async function takeAddress(store: Store, outletId: number, slug: string): Promise<void> {
  await addressOf(store, outletId);
  await store.writeOrg(async (db) => {
    const taken = await db.selectFrom('site_address').select('outlet_id').where('slug', '=', slug).executeTakeFirst();
    if (taken && taken.outlet_id !== outletId)
      throw refused('invalid', { errors: { slug: 'Another outlet has this address' } });
    if (!taken) await db.updateTable('site_address').set({ slug }).where('outlet_id', '=', outletId).execute();
  });
}

/** Returns the path of the draft's preview, which contains a random key. */
export async function previewPath(store: Store, actor: Actor): Promise<string> {
  const slug = await addressOf(store, actor.outletId);
  const known = await store.readOutlet(actor.outletId, (db) => findRow(db, actor.outletId));
  if (known?.preview_key) return `/s/${slug}/preview-${known.preview_key}`;
  const key = await store.writeOutlet(actor.outletId, async (tx) => {
    const row = await rowIn(tx);
    const preview_key = row.preview_key || randomBytes(16).toString('hex');
    if (!row.preview_key) writeSite(tx, actor, row, { preview_key }, 'Updated');
    return preview_key;
  });
  return `/s/${slug}/preview-${key}`;
}

/** Changes the settings and the address. Refused: 'invalid' (another outlet has the address), 'versionOld'. */
export async function updateSite(
  store: Store,
  actor: Actor,
  { slug, version, ...settings }: BodyOf<typeof updateContract>,
  now: number,
): Promise<Site> {
  await takeAddress(store, actor.outletId, slug);
  await store.writeOutlet(actor.outletId, async (tx) => {
    const row = await rowIn(tx);
    if (row.version > version) throw refused('versionOld');
    writeSite(tx, actor, row, { settings }, 'Updated');
  });
  return findSite(store, actor.outletId, now);
}

async function keepVersion(tx: OutletTx, actor: Actor, snapshot: SiteContent): Promise<void> {
  tx.write(
    tx.db.insertInto('site_version').values({
      outlet_id: tx.head.outletId,
      id: await tx.nextId('site_version'),
      snapshot: JSON.stringify(snapshot),
      at: tx.now,
      made_by: actor.userId,
      made_by_name: actor.name,
    }),
  );
}

/** Publishes the draft now or at a future instant. Refused: 'invalid'. */
export async function publishSite(store: Store, actor: Actor, at: string | undefined, now: number): Promise<Site> {
  const time = at === undefined ? now : Date.parse(at);
  if (at !== undefined && time <= now) throw refused('invalid', { errors: { at: 'Choose a time in the future' } });
  await store.writeOutlet(actor.outletId, async (tx) => {
    const row = await rowIn(tx);
    const content = await draftContent(tx.db, actor.outletId, row.settings);
    if (content.blocks.length === 0)
      throw refused('invalid', {
        details: 'The site has no blocks yet. Add one first',
        errors: { blocks: 'The site has no blocks yet. Add one first' },
      });
    await keepVersion(tx, actor, content);
    const live = publicContent(row, now);
    if (at === undefined)
      writeSite(
        tx,
        actor,
        row,
        { status: 'Published', live: content, published_at: now, coming: null, scheduled_at: null },
        'Published',
      );
    else writeSite(tx, actor, row, { status: 'Scheduled', live, coming: content, scheduled_at: time }, 'Scheduled');
  });
  return findSite(store, actor.outletId, now);
}

/** Takes the site offline until it is published again. */
export async function takeSiteOffline(store: Store, actor: Actor, now: number): Promise<Site> {
  await store.writeOutlet(actor.outletId, async (tx) => {
    const row = await rowIn(tx);
    if (row.status !== 'Offline')
      writeSite(tx, actor, row, { status: 'Offline', coming: null, scheduled_at: null }, 'Taken offline');
  });
  return findSite(store, actor.outletId, now);
}

/** Publishes an earlier version again. Refused: 'notFound'. */
export async function restoreSite(store: Store, actor: Actor, id: number, now: number): Promise<Site> {
  await store.writeOutlet(actor.outletId, async (tx) => {
    const row = await rowIn(tx);
    const version = await tx.db
      .selectFrom('site_version')
      .select('snapshot')
      .where('outlet_id', '=', actor.outletId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!version) throw refused('notFound');
    await keepVersion(tx, actor, version.snapshot);
    const live = version.snapshot;
    writeSite(
      tx,
      actor,
      row,
      { status: 'Published', live, published_at: now, coming: null, scheduled_at: null },
      'Restored',
    );
  });
  return findSite(store, actor.outletId, now);
}
