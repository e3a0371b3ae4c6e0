/** Stands in a statement for a part that only the running program knows. */
export const UNKNOWN_PART = '?';

const NAME = String.raw`["\w.{}|?]+`;
const NAMES = String.raw`${NAME}(?:\s*,\s*${NAME})*`;

/** What writes a table, or keeps others from writing it, with the table's name behind it. */
const WRITES = [
  String.raw`INSERT\s+INTO\s+(${NAME})`,
  String.raw`(?<!\b(?:FOR|DO|KEY|AFTER|BEFORE|OR)\s+)UPDATE\s+(?:ONLY\s+)?(?!(?:SET|ON|OF)\b)(${NAME})`,
  String.raw`DELETE\s+FROM\s+(?:ONLY\s+)?(${NAME})`,
  String.raw`MERGE\s+INTO\s+(?:ONLY\s+)?(${NAME})`,
  String.raw`TRUNCATE\s+(?:TABLE\s+)?(?:ONLY\s+)?(?!ON\b)(${NAMES})`,
  String.raw`LOCK\s+TABLE\s+(?:ONLY\s+)?(${NAMES})`,
  String.raw`(?:ALTER|DROP|CREATE)\s+TABLE\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?(${NAMES})`,
  String.raw`COPY\s+(${NAME})\s*(?:\([^)]*\)\s*)?FROM\b`,
  String.raw`pg_get_serial_sequence\(\s*'(${NAME})'`,
  String.raw`(?:set|next)val\(\s*'(${NAME})_id_seq'`,
].map((source) => new RegExp(String.raw`(?<![\w'])${source}`, 'gi'));

const TEMPORARY = new RegExp(
  String.raw`CREATE\s+TEMP(?:ORARY)?\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(${NAME})`,
  'gi',
);

/** A table that a text writes. */
export interface SqlWrite {
  readonly table: string;
  /** True where the words are in capitals, as in all our SQL: it is no sentence that only reads like a statement. */
  readonly isSurelySql: boolean;
}

/** @param sql where a part may be one of several, they stand as `{one|other}` */
export function sqlWrites(sql: string): SqlWrite[] {
  const text = withoutComments(sql);
  return WRITES.flatMap((write) => [...text.matchAll(write)]).flatMap(([found, names = '']) =>
    names
      .split(',')
      .flatMap((name) => spelledOut(name.trim()))
      .map((table) => ({ table, isSurelySql: found.startsWith(found.slice(0, 4).toUpperCase()) })),
  );
}

/** Temporary tables belong to a transaction, and to no module. */
export function temporaryTables(sql: string): string[] {
  return [...withoutComments(sql).matchAll(TEMPORARY)].flatMap(([, name = '']) => spelledOut(name));
}

function spelledOut(name: string): string[] {
  const [, before = '', choice = '', after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(name) ?? [];
  if (choice === '') return [name.replaceAll('"', '').replace(/^public\./, '')];
  return choice.split('|').flatMap((one) => spelledOut(before + one + after));
}

function withoutComments(sql: string): string {
  return sql.replaceAll(/--[^\n]*|\/\*[^]*?\*\//g, ' ');
}
