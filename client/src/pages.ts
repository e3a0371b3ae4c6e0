/** A page of a list. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly next: string | null;
}

/** All items of a list, page by page, as they are asked for. @throws Error when a page is its own next one */
export async function* itemsOf<Item>(
  pageAt: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  for (;;) {
    const page = await pageAt(cursor);
    yield* page.data;
    if (page.next === null) return;
    if (page.next === cursor) throw new Error('A page of the list is its own next one');
    cursor = page.next;
  }
}
