import { format } from 'oxfmt';
import type pg from 'pg';

/** Views of the job queue's own schema that our statements read. */
const foreignViews = ['graphile_worker.jobs'];

/** How pg returns a type, and takes it as a parameter. */
const types: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  name: 'string',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  varchar: 'string',
};

/** Texts of which the code knows every value: their owners declare them in `TextColumns`. */
const closedTexts = new Set(['mails.kind', 'notification_configs.key']);

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  /** `always`: the database alone writes it; `default`: it may be left out. */
  written: 'always' | 'default' | 'must';
  isView: boolean;
  /** The definition of its `check (column in (…))`. */
  allowed: string | null;
}

/**
 * The types of all tables and views as Kysely wants them, read from a migrated database. A text with `check (… in (…))` is a union of its
 * values; a JSON column has the type that its owner declares in `JsonColumns`.
 */
export async function describeTables(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<Column>(columnsOfDatabase, [foreignViews]);
  const tables = Map.groupBy(rows, ({ table }) => table);
  const body = [...tables].map(
    ([table, columns]) =>
      `export interface ${typeName(table)} {\n${columns.map((column) => `  ${camelCase(column.name)}: ${typeOf(column)};`).join('\n')}\n}\n`,
  );
  const list = [...tables.keys()].map((table) => `  ${keyName(table)}: ${typeName(table)};`).join('\n');
  const text = `${heading}\n${body.join('\n')}\nexport interface Tables {\n${list}\n}\n`;
  return (await format('tables.ts', text, { printWidth: 120, singleQuote: true })).code;
}

const heading = `// Written by \`npm run tables\` from the migrated database. Not for changing by hand.
import type { Generated, GeneratedAlways } from 'kysely';
import type { Json, Text } from './json.ts';
`;

function typeOf(column: Column): string {
  const { table, name, nullable, written, isView } = column;
  const orNull = nullable ? ' | null' : '';
  if (column.type === 'jsonb' || column.type === 'json')
    return `Json<'${table}.${name}', ${nullable ? 'null' : 'never'}, ${nullable || written === 'default' ? 'undefined' : 'never'}>`;
  return wrapped(`${plainType(column)}${orNull}`, isView ? 'must' : written);
}

function plainType({ table, name, type, allowed }: Column): string {
  const values = allowed && [...allowed.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, value]) => `'${value}'`);
  if (values) return values.join(' | ');
  if (closedTexts.has(`${table}.${name}`)) return `Text<'${table}.${name}'>`;
  const isArray = type.startsWith('_');
  const found = types[isArray ? type.slice(1) : type];
  if (!found) throw new Error(`${table}.${name} is ${type}: say in scripts/tables.ts which type pg makes of it`);
  return isArray ? `${found}[]` : found;
}

function wrapped(type: string, written: Column['written']): string {
  if (written === 'must') return type;
  return `${written === 'always' ? 'GeneratedAlways' : 'Generated'}<${type}>`;
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function keyName(table: string): string {
  const name = camelCase(table);
  return name.includes('.') ? `'${name}'` : name;
}

function typeName(table: string): string {
  const name = camelCase(table.replace('.', '_'));
  return `${name[0]?.toUpperCase()}${name.slice(1)}Table`;
}

const columnsOfDatabase = `
  select case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as table,
    a.attname as name, t.typname as type, c.relkind = 'v' as "isView",
    not a.attnotnull as nullable,
    case when a.attidentity = 'a' or a.attgenerated <> '' then 'always' when a.atthasdef or a.attidentity = 'd' then 'default'
      else 'must' end as written,
    (select pg_get_constraintdef(k.oid) from pg_constraint k
     where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
       and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[(''[^'']*''::text(, )?)+\\]\\)\\)\\)$'
     limit 1) as allowed
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  where (n.nspname = 'public' and c.relkind in ('r', 'v')) or n.nspname || '.' || c.relname = any($1)
  order by n.nspname <> 'public', c.relname, a.attnum`;
