/**
 * Reads how a table is defined, as statements that define the same one, partitioned by hash of the outlet, in another schema. Each partition has the table's
 * own name, in the schema of its number: what concerns one outlet finds it there without planning over all partitions. Source: R34.16.
 */
import type pg from 'pg';

/** Where the new tables are made, and where the former ones stay until they are dropped. */
export const newSchema = 'atoll_new';
export const oldSchema = 'atoll_old';

export interface TableDefinition {
  readonly table: string;
  /** The columns of the primary key after the outlet, with their types. */
  readonly key: readonly { readonly name: string; readonly type: string }[];
  readonly columns: readonly string[];
  /** Statements that make the table with everything but its foreign keys. */
  readonly create: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
}

export interface ForeignKey {
  /** The table that has it: a partition, where it refers to a partitioned table. */
  readonly on: string;
  readonly name: string;
  /** What follows its name. */
  readonly definition: string;
}

/** Returns the schema of the partitions of a number. */
export const partitionSchema = (number: number): string => `atoll_p${String(number).padStart(2, '0')}`;

type Row = Record<string, string | boolean | null>;

/** Returns the definition of a table of the schema `public`, the same each time; the names of its set are moved to the new schema. */
export async function readDefinition(
  client: pg.Client,
  table: string,
  { partitions, moved }: { readonly partitions: number; readonly moved: readonly string[] },
): Promise<TableDefinition> {
  // Without a path every name is written with its schema.
  await client.query("set search_path = ''");
  try {
    const ask = async (sql: string): Promise<Row[]> => (await client.query<Row>(sql, [`public.${table}`])).rows;
    const inNew = (text: string): string => text.replace(` public.${table} `, ` ${newSchema}.${table} `);
    const constraints = await ask(`select conname as name, contype as kind, pg_get_constraintdef(oid) as definition
      from pg_constraint where conrelid = $1::regclass and conparentid = 0 order by contype, conname`);
    const own = constraints.filter(({ kind }) => kind !== 'f');
    const key = await ask(keySql);
    const columns = await ask(`select attname as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`);
    const access = { policies: await ask(policySql), grants: await ask(grantSql) };
    const numbers = Array.from({ length: partitions }, (_, i) => i);
    return {
      table,
      key: key.map(({ name, type }) => ({ name: String(name), type: String(type) })).slice(1),
      columns: columns.map(({ name }) => String(name)),
      foreignKeys: constraints
        .filter(({ kind }) => kind === 'f')
        .flatMap(({ name, definition }) =>
          foreignKeysOf(table, { name: String(name), definition: String(definition) }, { numbers, moved }),
        ),
      create: [
        ...tableStatements(table, numbers, await storageOf(ask)),
        ...own.map(
          ({ name, definition }) =>
            `alter table ${newSchema}.${table} add constraint ${String(name)} ${String(definition)}`,
        ),
        ...(await ask(indexSql)).map(({ definition }) => inNew(String(definition))),
        ...triggerStatements(table, await ask(triggerSql), numbers),
        ...[newSchema, ...numbers.map(partitionSchema)].flatMap((schema) =>
          accessStatements(`${schema}.${table}`, access),
        ),
      ],
    };
  } finally {
    await client.query('reset search_path');
  }
}

/** A partition has the triggers of its table for each row by itself, but not the one that refuses to empty it. */
function triggerStatements(table: string, triggers: readonly Row[], numbers: readonly number[]): string[] {
  const on = (definition: string, schema: string): string =>
    definition.replace(` public.${table} `, ` ${schema}.${table} `);
  return triggers.flatMap(({ definition }) => {
    const text = String(definition);
    const parts = text.includes(' BEFORE TRUNCATE ') ? numbers.map(partitionSchema) : [];
    return [newSchema, ...parts].map((schema) => on(text, schema));
  });
}

const keySql = `select attname as name, format_type(atttypid, atttypmod) as type from pg_index
  cross join lateral unnest(indkey) with ordinality as part (attnum, place)
  join pg_attribute on attrelid = indrelid and pg_attribute.attnum = part.attnum
  where indrelid = $1::regclass and indisprimary order by place`;
const indexSql = `select pg_get_indexdef(indexrelid) as definition from pg_index
  where indrelid = $1::regclass and not exists (select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
  order by definition`;
const triggerSql = `select pg_get_triggerdef(oid) as definition from pg_trigger
  where tgrelid = $1::regclass and not tgisinternal and tgparentid = 0 and tgname <> 'atoll_mirror'
  order by tgname`;
const policySql = `select polname as name, polpermissive as permissive, polcmd as command, pg_get_expr(polqual, polrelid) as using,
  pg_get_expr(polwithcheck, polrelid) as check,
  (select string_agg(case role when 0 then 'public' else quote_ident(rolname) end, ', ' order by rolname)
    from unnest(polroles) role left join pg_roles on pg_roles.oid = role) as roles
  from pg_policy where polrelid = $1::regclass order by polname`;
const grantSql = `select privilege_type as privilege, quote_ident(rolname) as role, null as column
    from pg_class cross join lateral aclexplode(relacl) join pg_roles on pg_roles.oid = grantee
    where pg_class.oid = $1::regclass and grantee <> relowner
  union all select privilege_type, quote_ident(rolname), attname
    from pg_attribute cross join lateral aclexplode(attacl) join pg_roles on pg_roles.oid = grantee where attrelid = $1::regclass
  order by 1, 2, 3`;

async function storageOf(ask: (sql: string) => Promise<Row[]>): Promise<string> {
  const [row] = await ask(`select array_to_string(own.reloptions || coalesce((select array_agg('toast.' || option)
      from pg_class toast cross join lateral unnest(toast.reloptions) option where toast.oid = own.reltoastrelid), '{}'), ', ') as options
    from pg_class own where own.oid = $1::regclass`);
  const options = String(row?.['options'] ?? '');
  return options === '' ? '' : ` with (${options})`;
}

function tableStatements(table: string, numbers: readonly number[], storage: string): string[] {
  const name = `${newSchema}.${table}`;
  return [
    `create table ${name} (like public.${table} including defaults including storage including generated including comments)
      partition by hash (outlet_id)`,
    ...numbers.map(
      (i) => `create table ${partitionSchema(i)}.${table} partition of ${name}
        for values with (modulus ${numbers.length}, remainder ${i})${storage}`,
    ),
  ];
}

/** A reference to another partitioned table is one of each partition to that of the same outlets, so that its check plans over one table. */
function foreignKeysOf(
  table: string,
  { name, definition }: { readonly name: string; readonly definition: string },
  { numbers, moved }: { readonly numbers: readonly number[]; readonly moved: readonly string[] },
): ForeignKey[] {
  const [, target = ''] = / references public\.(\w+)/i.exec(definition) ?? [];
  if (!moved.includes(target)) return [{ on: `${newSchema}.${table}`, name, definition }];
  return numbers.map((i) => ({
    on: `${partitionSchema(i)}.${table}`,
    name,
    definition: definition.replace(`public.${target}`, `${partitionSchema(i)}.${target}`),
  }));
}

const commands: Record<string, string> = { '*': 'all', r: 'select', a: 'insert', w: 'update', d: 'delete' };

function accessStatements(
  name: string,
  { policies, grants }: { readonly policies: readonly Row[]; readonly grants: readonly Row[] },
): string[] {
  return [
    `alter table ${name} enable row level security`,
    `alter table ${name} force row level security`,
    ...policies.map((policy) => {
      const using = policy['using'] === null ? '' : ` using (${String(policy['using'])})`;
      const check = policy['check'] === null ? '' : ` with check (${String(policy['check'])})`;
      const kind = policy['permissive'] === true ? 'permissive' : 'restrictive';
      return `create policy ${String(policy['name'])} on ${name} as ${kind} for ${commands[String(policy['command'])]}
        to ${String(policy['roles'])}${using}${check}`;
    }),
    ...grants.map(({ privilege, role, column }) => {
      const columns = column === null ? '' : ` (${String(column)})`;
      return `grant ${String(privilege)}${columns} on ${name} to ${String(role)}`;
    }),
  ];
}
