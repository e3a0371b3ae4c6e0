/** A count that a form has put into the address of the page that it leads to; 0 for what is none. */
export function countIn(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
