import type { Client } from 'pg';
import type { Connection } from '../better-sqlite3.ts';

export interface ImportTable {
  name: string;
  columns: { name: string; type: 'text' | 'bigint' | 'boolean' }[];
  identity: string | undefined;
}

/** The content of these tables belongs to one process or machine. */
const NOT_IMPORTED: ReadonlySet<string> = new Set(['jobs_cache', 'probe']);

interface ColumnRow {
  table_name: string;
  column_name: string;
  data_type: string;
  is_identity: 'YES' | 'NO';
}

/**
 * Lists each table after those that it refers to. Reads both databases' catalogues, so that tables of later migrations
 * are included. Throws if the target lacks a column of the source.
 */
export async function readTables(source: Connection, client: Client): Promise<ImportTable[]> {
  const { rows } = await client.query<ColumnRow>(
    `SELECT table_name, column_name, data_type, is_identity FROM information_schema.columns
     WHERE table_schema = current_schema() ORDER BY ordinal_position`,
  );
  const names = source
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .pluck()
    .all()
    .filter((name) => !NOT_IMPORTED.has(name));
  const tables = names.map((name) => {
    const known = rows.filter((row) => row.table_name === name);
    const columns = (source.pragma(`table_info(${name})`) as { name: string }[]).map((column) => {
      const found = known.find((row) => row.column_name === column.name);
      if (!found) throw new Error(`The database of DATABASE_URL has no place for ${name}.${column.name}.`);
      return { name: column.name, type: found.data_type as ImportTable['columns'][number]['type'] };
    });
    return { name, columns, identity: known.find((row) => row.is_identity === 'YES')?.column_name };
  });
  return inOrder(tables, await readReferences(client));
}

async function readReferences(client: Client): Promise<[string, string][]> {
  const { rows } = await client.query<{ one: string; other: string }>(
    `SELECT one.relname AS one, other.relname AS other FROM pg_constraint
       JOIN pg_class AS one ON one.oid = conrelid JOIN pg_class AS other ON other.oid = confrelid
     WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND conrelid <> confrelid`,
  );
  return rows.map(({ one, other }) => [one, other]);
}

function inOrder(tables: readonly ImportTable[], references: readonly (readonly [string, string])[]): ImportTable[] {
  const ordered: ImportTable[] = [];
  const waiting = [...tables];
  while (waiting.length > 0) {
    const next = waiting.findIndex(
      ({ name }) => !references.some(([one, other]) => one === name && waiting.some((table) => table.name === other)),
    );
    if (next < 0)
      throw new Error(`Tables refer to each other in a ring: ${waiting.map(({ name }) => name).join(', ')}.`);
    ordered.push(...waiting.splice(next, 1));
  }
  return ordered;
}
