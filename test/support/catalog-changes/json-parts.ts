/** The values of a JSON object without white space, by their names, as the bytes that they have in the text. */
export function membersOf(text: string): Map<string, string> {
  const members = new Map<string, string>();
  for (let at = 1; text[at] === '"';) {
    const nameEnd = closingQuote(text, at);
    const valueEnd = endOf(text, nameEnd + 2);
    members.set(text.slice(at + 1, nameEnd), text.slice(nameEnd + 2, valueEnd));
    at = valueEnd + 1;
  }
  return members;
}

/** The items of a JSON list without white space, as the bytes that they have in the text. */
export function itemsOf(list: string): string[] {
  const items: string[] = [];
  for (let at = 1; at < list.length - 1;) {
    const end = endOf(list, at);
    items.push(list.slice(at, end));
    at = end + 1;
  }
  return items;
}

/** Where the value that begins at `start` ends: at the comma after it or at the end of what it is in. */
function endOf(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = closingQuote(text, at);
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      if (depth === 0) return at;
      depth--;
    } else if (character === ',' && depth === 0) return at;
  }
  return text.length;
}

function closingQuote(text: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
