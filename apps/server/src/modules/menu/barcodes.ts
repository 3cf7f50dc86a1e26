/** Barcodes of menu items and of their sizes: a scanned code finds one of them only. Source: R35.24, docs/rules.md#menu-items. */
import type { MenuSize } from '@atoll/domain/menu/menu';
import { sql } from 'kysely';
import type { OutletTx } from '../../platform/store/store.ts';
import type { Errors } from '../../resource/check.ts';
import type { ResourceWrite } from '../../resource/hooks.ts';
import type { Values } from '../../resource/row.ts';

interface Coded {
  /** The path of the field. */
  readonly path: string;
  readonly code: string;
}

const plain = (code: unknown): string => (typeof code === 'string' ? code.toLowerCase() : '');

function codesOf({ barcode, sizes }: Values): Coded[] {
  const ofSizes = (sizes as MenuSize[]).map((size, index) => ({
    path: `sizes[${index}].barcode`,
    code: plain(size.barcode),
  }));
  return [{ path: 'barcode', code: plain(barcode) }, ...ofSizes].filter(({ code }) => code !== '');
}

/** The condition of the index of items whose sizes have barcodes. */
const hasSizeCodes = sql<boolean>`replace(cast(sizes as text), '"barcode":""', '') like '%"barcode":"%'`;

/** Returns the name of another active item that has the code, itself or in a size. */
async function ownerOf({ db, head }: OutletTx, code: string, id: number): Promise<string | undefined> {
  const others = db
    .selectFrom('menu_item')
    .select('name')
    .where('outlet_id', '=', head.outletId)
    .where('is_active', '=', true)
    .where('id', '<>', id)
    .limit(1);
  const part = `%"barcode":${JSON.stringify(code).replace(/[\\%_]/g, '\\$&')}%`;
  const [item, ofSize] = await Promise.all([
    others.where(sql`lower(barcode)`, '=', code).executeTakeFirst(),
    others
      .where(hasSizeCodes)
      .where(sql<boolean>`lower(cast(sizes as text)) like ${part} escape '\\'`)
      .executeTakeFirst(),
  ]);
  return (item ?? ofSize)?.name;
}

/** Returns an error for each new barcode that another item has already, and for one that two sizes have. Codes that the item had before stay valid. */
export async function barcodeErrors(tx: OutletTx, { id, action, before, after }: ResourceWrite): Promise<Errors> {
  if (action === 'Deactivated') return {};
  const known = new Set(action === 'Updated' && before ? codesOf(before).map(({ code }) => code) : []);
  const errors: Errors = {};
  const ofSizes = new Set<string>();
  for (const { path, code } of codesOf(after)) {
    const isOfSize = path !== 'barcode';
    if (isOfSize && ofSizes.has(code)) errors[path] = 'Barcode is listed twice';
    if (isOfSize) ofSizes.add(code);
    const owner = known.has(code) ? undefined : await ownerOf(tx, code, id);
    if (owner !== undefined) errors[path] = `Barcode is already used by '${owner}'`;
  }
  return errors;
}
