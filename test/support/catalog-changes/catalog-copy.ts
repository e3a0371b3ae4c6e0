import { itemsOf, membersOf } from './json-parts.js';

/** Items of a catalog by id, each as the bytes in which it was answered. */
type Items = Map<number, string>;

/** What an answer of `changes` did to a copy. */
export interface Applied {
  readonly isFull: boolean;
  /** Items in it. */
  readonly sent: number;
  /** Items that the copy had already, byte for byte. */
  readonly needless: number;
  readonly removed: number;
}

const KINDS = ['categories', 'products'] as const;
type Kind = (typeof KINDS)[number];
const MEMBERS = ['status', 'full', 'categories', 'products', 'cursor'];
const MEMBERS_OF_CHANGES = [...MEMBERS, 'removed_categories', 'removed_products'];

/** The whole catalog by id, as a client keeps it by `changes`. It judges all that it is given. */
export class CatalogCopy {
  cursor = '';
  private readonly items: Record<Kind, Items> = { categories: new Map(), products: new Map() };

  /**
   * @param leaked called with a sentence for each id in an answer that the caller must not know.
   * @param wrong called with a sentence for everything else that is wrong.
   */
  constructor(
    private readonly leaked: (sentence: string) => void,
    private readonly wrong: (sentence: string) => void,
  ) {}

  get categories(): ReadonlyMap<number, string> {
    return this.items.categories;
  }

  get products(): ReadonlyMap<number, string> {
    return this.items.products;
  }

  /** Applies an answer of `changes`. */
  apply(text: string): Applied {
    const members = membersOf(text);
    const isFull = members.get('full') === 'true';
    this.judgeShape(members, isFull);
    const applied = { isFull, sent: 0, needless: 0, removed: 0 };
    for (const kind of KINDS) {
      if (isFull) this.items[kind].clear();
      const removed = itemsOf(members.get(`removed_${kind}`) ?? '[]').map(Number);
      const sent = this.byId(kind, itemsOf(members.get(kind) ?? '[]'));
      applied.removed += removed.length;
      applied.sent += sent.size;
      this.remove(kind, removed, sent);
      for (const [id, item] of sent) {
        if (this.items[kind].get(id) === item) applied.needless++;
        this.items[kind].set(id, item);
      }
    }
    this.judgeParents();
    this.cursor = JSON.parse(members.get('cursor') ?? '""') as string;
    return applied;
  }

  /** A sentence for each item in which the copy is not what an answer of `catalog` says. */
  differencesFrom(catalog: string): string[] {
    const members = membersOf(catalog);
    return KINDS.flatMap((kind) => {
      const name = kind === 'categories' ? 'flat_categories' : kind;
      const wanted = this.byId(kind, itemsOf(members.get(name) ?? '[]'));
      const had = this.items[kind];
      return [...new Set([...wanted.keys(), ...had.keys()])].flatMap((id) => {
        const [have, want] = [had.get(id), wanted.get(id)];
        return have === want ? [] : `${kind} ${id}: ${toldApart(have, want)}`;
      });
    });
  }

  private judgeShape(members: ReadonlyMap<string, string>, isFull: boolean): void {
    const names = [...members.keys()].toSorted().join();
    const wanted = [isFull ? MEMBERS : MEMBERS_OF_CHANGES, MEMBERS_OF_CHANGES];
    if (!wanted.some((each) => each.toSorted().join() === names)) {
      this.wrong(`an answer has the members ${names}`);
    }
    if (members.get('status') !== '"OK"') this.wrong(`an answer has no status OK`);
    if ((members.get('cursor') ?? '""').length < 3) this.wrong('an answer has no cursor');
    const removed = KINDS.map((kind) => members.get(`removed_${kind}`) ?? '[]');
    if (isFull && removed.join() !== '[],[]') this.leaked('a full answer names removed ids');
  }

  private byId(kind: Kind, items: readonly string[]): Items {
    const byId: Items = new Map();
    for (const item of items) {
      const id = Number(/^\{"id":(\d+),/.exec(item)?.[1]);
      if (byId.has(id)) this.wrong(`an answer has ${kind} ${id} twice`);
      byId.set(id, item);
    }
    return byId;
  }

  private remove(kind: Kind, removed: readonly number[], sent: Items): void {
    for (const id of removed) {
      // An id that is named twice is no longer in the copy at the second time.
      if (!this.items[kind].delete(id)) {
        this.leaked(`removed_${kind} has ${id}, which the copy did not have`);
      }
      if (sent.has(id)) this.wrong(`${kind} ${id} is removed and sent in one answer`);
    }
  }

  /** Nothing that is shown stands below something that is not. */
  private judgeParents(): void {
    for (const kind of KINDS) {
      for (const [id, item] of this.items[kind]) {
        const parent = /"parent_id":(\d+)/.exec(item)?.[1];
        if (parent !== undefined && !this.items.categories.has(Number(parent))) {
          this.wrong(`${kind} ${id} stands below category ${parent}, which the copy does not have`);
        }
      }
    }
  }
}

/** Says what two versions of an item are, from where they begin to differ. */
function toldApart(have = 'nothing', want = 'nothing'): string {
  let start = 0;
  while (have[start] === want[start]) start++;
  const [ours, theirs] = [have, want].map((text) =>
    text.slice(Math.max(0, start - 20), start + 60),
  );
  return `the copy has ${ours}, catalog says ${theirs}`;
}
