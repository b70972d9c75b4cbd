import type { Queryable } from './connection.ts';

interface Reference {
  table: string;
  other: string;
  columns: string[];
  others: string[];
}

const REFERENCES = `
  SELECT c.conrelid::regclass::text AS table, c.confrelid::regclass::text AS other,
    (SELECT array_agg(quote_ident(a.attname) ORDER BY k.place) FROM unnest(c.conkey) WITH ORDINALITY AS k (number, place)
       JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = k.number) AS columns,
    (SELECT array_agg(quote_ident(a.attname) ORDER BY k.place) FROM unnest(c.confkey) WITH ORDINALITY AS k (number, place)
       JOIN pg_attribute AS a ON a.attrelid = c.confrelid AND a.attnum = k.number) AS others
  FROM pg_constraint AS c WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace
  ORDER BY 1, 2`;

export async function checkIntegrity(pool: Queryable): Promise<string[]> {
  const problems: string[] = [];
  const unproved = await pool.query<{ name: string; table: string }>(
    `SELECT conname AS name, conrelid::regclass::text AS table FROM pg_constraint
     WHERE NOT convalidated AND connamespace = current_schema()::regnamespace ORDER BY 1`,
  );
  for (const { name, table } of unproved.rows) problems.push(`Table ${table}: its rule ${name} was never proved.`);
  const broken = await pool.query<{ name: string }>(
    `SELECT indexrelid::regclass::text AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE relnamespace = current_schema()::regnamespace AND NOT (indisvalid AND indisready AND indislive) ORDER BY 1`,
  );
  for (const { name } of broken.rows) problems.push(`The index ${name} is not valid: drop it and make it again.`);
  const off = await pool.query<{ name: string; table: string }>(
    `SELECT tgname AS name, tgrelid::regclass::text AS table FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
     WHERE relnamespace = current_schema()::regnamespace AND tgenabled NOT IN ('O', 'A') ORDER BY 1`,
  );
  for (const { name, table } of off.rows) problems.push(`Table ${table}: its trigger ${name} is switched off.`);
  const references = await pool.query<Reference>(REFERENCES);
  for (const { table, other, columns, others } of references.rows) {
    const fits = columns.map((column, place) => `there.${others[place]} = here.${column}`).join(' AND ');
    const given = columns.map((column) => `here.${column} IS NOT NULL`).join(' AND ');
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*) AS count FROM ${table} AS here WHERE ${given} AND NOT EXISTS (SELECT 1 FROM ${other} AS there WHERE ${fits})`,
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) problems.push(`Table ${table}: ${count} rows point at rows of ${other} that are gone.`);
  }
  return problems;
}
