/** Creates records of another outlet in this one. */
import { randomUUID } from 'node:crypto';
import type { FieldDefinition } from '@atoll/domain/form/field';
import { columnOf } from '@atoll/domain/resources/column';
import { fieldOf, type ResourceDefinition, type ResourceField } from '@atoll/domain/resources/define-resource';
import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import type { Resource } from '../../resource/hooks.ts';
import { type ResourceDb, type ResourceRow, resourceDb, type Values, valuesOf } from '../../resource/row.ts';
import { createIn, updateIn } from '../../resource/write.ts';
import { fileUrl } from '../outlet/service.ts';
import { type CopySource, definitionOf, placeOf } from './source.ts';

export interface CopyCount {
  copied: number;
  replaced: number;
  skipped: number;
  /** Created because a requested record references it. */
  along: number;
}

/** Returns the existing record that matches: by name, ignoring case; a customer by phone when it has one. */
export async function findSame(
  db: ResourceDb,
  outletId: number,
  definition: ResourceDefinition,
  values: Values,
): Promise<ResourceRow | undefined> {
  const isCustomer = definition.table === 'customer';
  const key = isCustomer && values['phone'] ? 'phone' : definition.label;
  const column = columnOf(fieldOf(definition, key));
  const value = String(values[key]);
  const all = db
    .selectFrom(definition.table)
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true);
  // Customers are many, so the query uses the form of the index.
  const same = isCustomer
    ? all.where(column, '=', value)
    : all.where(sql<string>`lower(${sql.ref(column)})`, '=', sql<string>`lower(${value})`);
  return (await same.orderBy('id').limit(1).executeTakeFirst()) as ResourceRow | undefined;
}

/** One target outlet, within one command. */
export class CopyTarget {
  readonly count: CopyCount = { copied: 0, replaced: 0, skipped: 0, along: 0 };
  readonly #tx: OutletTx;
  readonly #actor: Actor;
  readonly #resources: ReadonlyMap<string, Resource>;
  readonly #source: CopySource;
  /** The id in this outlet of each record copied or found, by its place in the source; 0 while it is being created. */
  readonly #known = new Map<string, number>();

  constructor(tx: OutletTx, actor: Actor, resources: ReadonlyMap<string, Resource>, source: CopySource) {
    this.#tx = tx;
    this.#actor = actor;
    this.#resources = resources;
    this.#source = source;
  }

  /** Copies a requested record. Refused: 'invalid' as when it is typed. */
  async take(table: string, id: number, onConflict: 'Skip' | 'Replace'): Promise<void> {
    const [values, known] = [this.#source.records.get(placeOf(table, id)), this.#known.get(placeOf(table, id))];
    if (!values) return;
    const same = await this.#same(table, values);
    // It was already copied along with another requested record.
    if (known !== undefined && same?.id === known) {
      this.count.along -= 1;
      this.count.copied += 1;
      return;
    }
    if (!same) {
      await this.#make(table, id, values);
      this.count.copied += 1;
    } else {
      this.#known.set(placeOf(table, id), same.id);
      await this.#keep(table, values, same, onConflict);
    }
  }

  /** Returns the id in this outlet of a record copied or found; 0 for none. */
  idHere(table: string, id: number): Promise<number> {
    return this.#idHere(table, id);
  }

  /** Keeps a record that exists here, or replaces its values. With a menu, its categories and items are added to those that they belong to here. */
  async #keep(table: string, values: Values, same: ResourceRow, onConflict: 'Skip' | 'Replace'): Promise<void> {
    const resource = this.#resource(table);
    const isReplaced = onConflict === 'Replace';
    const joined = await this.#joined(table, values, valuesOf(resource.definition, same));
    const body = isReplaced ? await this.#body(resource.definition, values) : {};
    if (isReplaced || joined !== null)
      await updateIn(this.#tx, this.#actor, resource, { ...body, ...joined, id: same.id, version: same.version });
    this.count[isReplaced ? 'replaced' : 'skipped'] += 1;
  }

  /** Returns the menus of a category, or the categories of an item, here and copied together; null when nothing is added. */
  async #joined(table: string, values: Values, here: Values): Promise<Record<string, unknown> | null> {
    const field = { category: 'menuIds', menu_item: 'categoryIds' }[table];
    if (field === undefined || this.#source.requested[0]?.table !== 'menu') return null;
    const copied = (await this.#valuesHere(
      definitionOf(table).fields.filter(({ key }) => key === field),
      values,
    )) as Record<string, number[]>;
    const [before, all] = [here[field] as number[], new Set([...(here[field] as number[]), ...(copied[field] ?? [])])];
    return all.size === before.length ? null : { [field]: [...all] };
  }

  #resource(table: string): Resource {
    return this.#resources.get(table) ?? { definition: definitionOf(table), hooks: {} };
  }

  #same(table: string, values: Values): Promise<ResourceRow | undefined> {
    return findSame(resourceDb(this.#tx.db), this.#tx.head.outletId, definitionOf(table), values);
  }

  async #make(table: string, id: number, values: Values): Promise<number> {
    const place = placeOf(table, id);
    this.#known.set(place, 0);
    const body = await this.#body(definitionOf(table), values);
    const made = await createIn(this.#tx, this.#actor, this.#resource(table), { ...body, key: randomUUID() });
    this.#known.set(place, made.id);
    return made.id;
  }

  /** Returns the body that creates the record here: the outlet assigns its own numbers, and references point to records of this outlet. */
  #body({ fields, code }: ResourceDefinition, values: Values): Promise<Values> {
    const sent = (fields as readonly ResourceField[]).filter(
      ({ key, isReadOnly }) => !isReadOnly && key !== code?.field,
    );
    return this.#valuesHere(sent, values);
  }

  async #valuesHere(fields: readonly FieldDefinition[], values: Values): Promise<Record<string, unknown>> {
    const here: Record<string, unknown> = {};
    for (const field of fields) here[field.key] = await this.#valueHere(field, values[field.key]);
    return here;
  }

  async #valueHere(field: FieldDefinition, value: unknown): Promise<unknown> {
    const entity = field.entity ?? '';
    if (field.kind === 'reference') return this.#idHere(entity, value as number);
    if (field.kind === 'image')
      return typeof value === 'string' ? fileUrl(this.#tx.head.outletId, value.split('/').at(-1) ?? '') : value;
    if (field.kind === 'references') {
      const ids: number[] = [];
      for (const id of value as number[]) ids.push(await this.#idHere(entity, id));
      return ids.filter((id) => id > 0);
    }
    if (field.kind !== 'list') return value;
    const rows: unknown[] = [];
    for (const row of value as Values[]) rows.push(await this.#valuesHere(field.fields ?? [], row));
    return rows;
  }

  /** Returns the id of the record here with the same name, and creates it when it may be copied along; 0 for none. */
  async #idHere(table: string, id: number): Promise<number> {
    const place = placeOf(table, id);
    const known = this.#known.get(place);
    if (known !== undefined || id === 0) return known ?? 0;
    const name = this.#source.names.get(place);
    if (name === undefined) return 0;
    const values = this.#source.records.get(place);
    const same = await this.#same(table, values ?? { [definitionOf(table).label]: name });
    if (same) this.#known.set(place, same.id);
    if (same || !values) return same?.id ?? 0;
    this.count.along += 1;
    return this.#make(table, id, values);
  }
}
