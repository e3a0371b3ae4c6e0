/** Comments, texts, bodies in dollar quotes, quoted names, and the ends of statements. */
const PARTS = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[^]*?\1|"([^"]*)"|;/g;

/**
 * The statements of an SQL text, each in one line. Comments are left out, and so is what stands in quotes: a text becomes
 * `''`, the body of a function `$$`, and a quoted name loses its quotes.
 */
export function sqlStatements(sql: string): string[] {
  const END = '\0';
  const plain = sql.replaceAll(PARTS, (part, _tag, name: string | undefined) => {
    if (part === ';') return END;
    if (name !== undefined) return name;
    if (part.startsWith("'")) return "''";
    return part.startsWith('$') ? '$$' : ' ';
  });
  return plain
    .split(END)
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
}

/** The parts of a list, at commas outside of parentheses. */
export function listItems(list: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (const [end, character] of [...list, ','].entries()) {
    if (character === '(' || character === '[') depth++;
    if (character === ')' || character === ']') depth--;
    if (character !== ',' || depth !== 0) continue;
    items.push(list.slice(start, end).trim());
    start = end + 1;
  }
  return items;
}
