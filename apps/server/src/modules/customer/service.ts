/** Customers of an outlet: found by name, phone or code; made in place, once per key. Source: decisions B3. */

import type { Customer, createCustomer as createContract } from '@atoll/domain/contract/customer';
import type { BodyOf } from '@atoll/domain/contract/endpoint';
import { type Selectable, sql } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { containsPattern, type ListRequest, type Page, pageAnswer } from '../../platform/http/list.ts';
import type { CustomerTable } from '../../platform/store/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { indexRecord } from '../../resource/search-index.ts';

export type NewCustomer = BodyOf<typeof createContract>;
export const customerSorts = ['name', 'code', 'phone'] as const;

function presentCustomer(row: Selectable<CustomerTable>): Customer {
  return {
    id: row.id,
    key: row.key,
    version: row.version,
    code: row.code,
    name: row.name,
    phone: row.phone,
    email: row.email,
    type: row.type,
    company: row.company,
    tin: row.tin,
    address: row.address,
    note: row.note,
    createdAt: new Date(row.created_at).toISOString(),
  };
}

/** Answers a page (or the first 1000) of the active customers. */
export function listCustomers(
  store: Store,
  outletId: number,
  request: ListRequest<(typeof customerSorts)[number] | 'id'>,
): Promise<Page<Customer> | Customer[]> {
  return store.readOutlet(outletId, async (db) => {
    let found = db.selectFrom('customer').where('outlet_id', '=', outletId).where('is_active', '=', true);
    if (request.search) {
      const pattern = containsPattern(request.search.toLowerCase());
      const has = (column: 'name' | 'phone' | 'code') =>
        sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
      found = found.where((eb) => eb.or([has('name'), has('phone'), has('code')]));
    }
    const rows = await found
      .selectAll()
      .orderBy(request.sort, request.direction)
      .orderBy('id', request.direction)
      .limit(request.limit)
      .offset(request.offset)
      .execute();
    const { count } = request.isPaged
      ? await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      : { count: rows.length };
    return pageAnswer(request, rows.map(presentCustomer), Number(count));
  });
}

/** Answers a customer by id or key; refused: 'notFound'. */
export async function findCustomer(store: Store, outletId: number, idOrKey: string): Promise<Customer> {
  const row = await store.readOutlet(outletId, (db) => {
    const all = db.selectFrom('customer').selectAll().where('outlet_id', '=', outletId);
    const isId = /^\d+$/.test(idOrKey);
    return (
      isId ? all.where('id', '=', Number(idOrKey)) : all.where('key', '=', idOrKey.toLowerCase())
    ).executeTakeFirst();
  });
  if (!row) throw refused('notFound');
  return presentCustomer(row);
}

const contentOf = (customer: NewCustomer) => ({
  name: customer.name?.trim() ?? '',
  phone: customer.phone?.trim() ?? '',
  email: customer.email?.trim() ?? '',
  type: customer.type ?? ('Personal' as const),
  company: customer.company?.trim() ?? '',
  tin: customer.tin?.trim() ?? '',
  address: customer.address?.trim() ?? '',
  note: customer.note?.trim() ?? '',
});

/** Makes a customer, or answers the one that was made with the same key; refused: 'invalid', 'keyReused'. */
export async function createCustomer(store: Store, actor: Actor, customer: NewCustomer): Promise<Customer> {
  const content = contentOf(customer);
  if (!content.name && !content.phone) {
    throw refused('invalid', { details: 'Name or phone is required', errors: { name: 'Name or phone is required' } });
  }
  const key = customer.key.toLowerCase();
  const outlet_id = actor.outletId;
  return store.writeOutlet(outlet_id, async (tx) => {
    const known = await tx.db
      .selectFrom('customer')
      .selectAll()
      .where('outlet_id', '=', outlet_id)
      .where('key', '=', key)
      .executeTakeFirst();
    if (known) {
      const isSame = Object.entries(content).every(([field, value]) => known[field as keyof typeof content] === value);
      if (!isSame) throw refused('keyReused');
      return presentCustomer(known);
    }
    const id = await tx.nextId('customer');
    const row: Selectable<CustomerTable> = {
      outlet_id,
      id,
      key,
      code: `C${String(id).padStart(5, '0')}`,
      ...content,
      is_active: true,
      version: 1,
      created_at: tx.now,
      created_by: actor.userId,
      modified_at: tx.now,
      modified_by: actor.userId,
    };
    tx.write(tx.db.insertInto('customer').values(row));
    await indexRecord(tx, {
      entity: 'Customer',
      id,
      name: row.name || row.company || row.phone,
      words: [row.phone, row.code, row.company, row.email],
      permission: 'Customers',
    });
    // The chain of history is never rewritten, so that nothing personal goes into it.
    tx.history({
      subject: 'Customer',
      subjectKey: key,
      action: 'Created',
      userId: actor.userId,
      deviceId: actor.deviceId,
      after: { id, code: row.code },
    });
    return presentCustomer(row);
  });
}
