/** The calls of users. */
import * as contract from '@atoll/domain/contract/people/user';
import { csvFileName, csvRow } from '@atoll/domain/grid/csv';
import { fieldOf } from '@atoll/domain/resources/define-resource';
import { user as definition } from '@atoll/domain/resources/user';
import type { FastifyInstance } from 'fastify';
import { readList } from '../../platform/http/list.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Auth } from '../auth/service.ts';
import { findUserRow, listUsers, presentUser, type UserFilters, type UserSort, userSorts } from './find.ts';
import { createUsers } from './write.ts';

const sorts = Object.keys(userSorts) as UserSort[];

type Query = Readonly<Record<string, string | undefined>>;

function filtersOf(query: Query): UserFilters {
  const outletId = Number(query['outletId']);
  return { role: query['role'], isActive: query['isActive'], ...(outletId > 0 && { outletId }) };
}

/** Registers the calls of users. */
export function registerUser(app: FastifyInstance, { store }: Services, auth: Auth): void {
  const users = createUsers(store, auth);
  const list = (actor: Parameters<typeof listUsers>[1], query: Query) =>
    store.readOrg((db) => listUsers(db, actor, readList(query, sorts), filtersOf(query)));

  route(app, contract.listUsers, ({ actor, query }) => list(actor, query as Query));
  route(app, contract.findUser, ({ actor, params }) =>
    store.readOrg(async (db) => presentUser(db, await findUserRow(db, actor, (params as { id: string }).id))),
  );
  route(app, contract.createUser, async ({ actor, body }) => {
    await auth.requirePassword(actor);
    return users.create(actor, body);
  });
  route(app, contract.updateUser, async ({ actor, body }) => {
    await auth.requirePassword(actor);
    return users.update(actor, body);
  });
  route(app, contract.deleteUser, async ({ actor, params }) => {
    await auth.requirePassword(actor);
    await users.remove(actor, (params as { id: string }).id);
  });
  route(app, contract.exportUsers, async ({ actor, query, reply, now }) => {
    const { page: _, size: __, ...all } = query as Query;
    const records = await list(actor, all);
    const rows = Array.isArray(records) ? records : records.items;
    const fields = definition.views.csv.map((key) => fieldOf(definition, key));
    const cells = rows.map((row) =>
      csvRow(
        fields.map(({ key }) => (key === 'outletIds' ? row.outletNames.join('; ') : String(row[key as 'name'] ?? ''))),
      ),
    );
    const name = csvFileName(definition.title, new Date(now).toISOString().slice(0, 10));
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(`\uFEFF${csvRow(fields.map(({ label }) => label))}${cells.join('')}`);
  });
}
