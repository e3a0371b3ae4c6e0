import { Pool } from 'pg';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { Recorder, type Change } from '../../judge/recorder.js';
import type { TestDatabase } from '../../support/test-database.js';

/** Products that each change touches; their ids begin with 1. */
export const MARKED = 24;
const MARKED_IDS = Array.from({ length: MARKED }, (_, index) => index + 1);
/** Products that stay as they are. */
const STILL = 100;
const STILL_PRICE = 7;
const AUDIENCES = 5;
const ACCOUNTS_EACH = 2;
const ROOT = 1;
/** Categories of the marked products. */
export const SHELVES = [2, 3, 4, 5];
const STILL_SHELF = 6;
const FIRST_MARKER = 1000;
/** In one unit of a price: the part that tells whose price it is. */
const MICRO = 1_000_000;

/** An account that reads. */
export interface Reader {
  readonly id: number;
  readonly token: string;
  /** Number of its audience, from 1, which is also the id of its group. */
  readonly audience: number;
}

/** A product as an answer shows it; the price in millionths. */
export interface Shown {
  readonly id: number;
  readonly price: number;
  readonly category: number;
  readonly categoryName: string;
  readonly available: boolean;
}

/**
 * A catalog in which every change writes one number, its marker, into all that it touches: prices, switches, places,
 * names of categories and who may not see what, by four statements in one transaction. What an audience has to see at
 * a marker is a pure function of both, so that an answer is of exactly one revision or visibly of none.
 */
export class Market {
  marker = FIRST_MARKER;
  /** Takes what is changed; another one for each situation. */
  recorder = new Recorder();
  readonly readers: Reader[] = [];
  private readonly committed = new Map<number, number>();

  private constructor(
    readonly db: TestDatabase,
    private readonly writer: Pool,
  ) {}

  static async in(db: TestDatabase): Promise<Market> {
    const market = new Market(db, new Pool({ connectionString: db.directUrl, max: 1 }));
    market.writer.on('error', () => undefined);
    await market.fill();
    await market.change();
    return market;
  }

  /** Makes the next change and notes when it was committed. */
  async change(): Promise<number> {
    const marker = this.marker + 1;
    const client = await this.writer.connect();
    try {
      await this.recorder.changing(this.changesTo(marker), async () => {
        await client.query('BEGIN');
        for (const statement of CHANGE) await client.query(statement, [marker]);
        await client.query('COMMIT');
      });
    } finally {
      client.release();
    }
    this.committed.set(marker, performance.now());
    this.marker = marker;
    return marker;
  }

  /** When a change was committed, by `performance.now()`; undefined while that is not known. */
  committedAt(marker: number): number | undefined {
    return this.committed.get(marker);
  }

  get changes(): number {
    return this.committed.size;
  }

  async close(): Promise<void> {
    await this.writer.end();
  }

  /** Has another recorder take what is changed, which learns what is so now. Nothing may be changing. */
  async recordBy(recorder: Recorder): Promise<void> {
    const { marker, readers } = this;
    for (const { id, token } of readers) recorder.own(token, { accountId: id });
    const present = [
      ...readers.flatMap((reader) => MARKED_IDS.map((id) => percentageRule(reader, id))),
      ...readers.map((reader) => visibility(reader, marker, false)),
      ...MARKED_IDS.flatMap((id) => [basePrice(id, marker), availability(id, marker)]),
    ];
    await recorder.changing(present, () => Promise.resolve());
    this.recorder = recorder;
  }

  /** A change as operators would have made it, but for the categories of the products, which do not concern their prices. */
  private changesTo(marker: number): Change[] {
    const switched = MARKED_IDS.filter(
      (id) => isAvailable(id, marker) !== isAvailable(id, marker - 1),
    );
    return [
      ...MARKED_IDS.map((id) => basePrice(id, marker)),
      ...switched.map((id) => availability(id, marker)),
      ...this.readers.flatMap((reader) => [
        visibility(reader, marker - 1, true),
        visibility(reader, marker, false),
      ]),
    ];
  }

  private async fill(): Promise<void> {
    const rows = new ShopRows(this.db);
    await rows.category({ id: ROOT, name: 'Market' });
    for (const id of SHELVES) await rows.category({ id, parentId: ROOT, position: id });
    await rows.category({ id: STILL_SHELF, parentId: ROOT, name: 'Still', position: 9 });
    for (let id = 1; id <= MARKED + STILL; id++) {
      const categoryId = id <= MARKED ? 2 : STILL_SHELF;
      await rows.product({ id, categoryId, price: String(STILL_PRICE), type: 'package' });
    }
    for (let audience = 1; audience <= AUDIENCES; audience++) await this.fillAudience(audience);
  }

  private async fillAudience(audience: number): Promise<void> {
    const { db } = this;
    await db.query('INSERT INTO account_groups (id, name) VALUES ($1, $2)', [
      audience,
      `Group ${audience}`,
    ]);
    const percentage = percentageOf(audience);
    await db.query('INSERT INTO price_rules (group_id, percentage) VALUES ($1, $2)', [
      audience,
      percentage,
    ]);
    const hide = 'INSERT INTO visibility_rules (group_id, product_id, category_id, visible) VALUES';
    await db.query(`${hide} ($1, 1, NULL, false)`, [audience]);
    if (hidesStill(audience)) {
      await db.query(`${hide} ($1, NULL, ${STILL_SHELF}, false)`, [audience]);
    }
    const rows = new ShopRows(db);
    for (let number = 0; number < ACCOUNTS_EACH; number++) {
      const showUnavailable = seesUnavailable(audience);
      const made = await rows.account({ group: `Group ${audience}`, showUnavailable });
      this.readers.push({ ...made, audience });
    }
  }
}

/** What an audience has to see at a marker, by id. */
export function shownTo(audience: number, marker: number): Shown[] {
  const shown: Shown[] = [];
  for (let id = 1; id <= MARKED; id++) {
    const available = isAvailable(id, marker);
    const hidden = id === hiddenAt(audience, marker);
    if (hidden || !(available || seesUnavailable(audience))) continue;
    const category = 2 + ((id + Math.floor(marker / 2)) % 4);
    const price = marker * (MICRO + audience);
    shown.push({ id, price, category, categoryName: `Shelf ${marker}`, available });
  }
  if (hidesStill(audience)) return shown;
  const still = Array.from({ length: STILL }, (_, index) => ({
    id: MARKED + 1 + index,
    price: STILL_PRICE * (MICRO + audience),
    category: STILL_SHELF,
    categoryName: 'Still',
    available: true,
  }));
  return [...shown, ...still];
}

function isAvailable(id: number, marker: number): boolean {
  return (id + marker) % 7 !== 0;
}

/** The product that an audience does not see. */
function hiddenAt(audience: number, marker: number): number {
  return 1 + ((audience + marker) % MARKED);
}

function percentageOf(audience: number): string {
  return `0.000${audience}`;
}

/** The rule of a group, as one of an account of it. */
function percentageRule({ id, audience }: Reader, product: number): Change {
  const body = { account_id: id, product_id: product, percentage: percentageOf(audience) };
  return { method: 'PUT', path: 'price-rules', body };
}

/** Of the product that is hidden at a marker. */
function visibility({ id, audience }: Reader, marker: number, visible: boolean): Change {
  const body = { account_id: id, product_id: hiddenAt(audience, marker), visible };
  return { method: 'PUT', path: 'visibility-rules', body };
}

function basePrice(product: number, marker: number): Change {
  return { method: 'PUT', path: `products/${product}/price`, body: { price: String(marker) } };
}

function availability(product: number, marker: number): Change {
  const body = { available: isAvailable(product, marker) };
  return { method: 'PATCH', path: `products/${product}`, body };
}

function seesUnavailable(audience: number): boolean {
  return audience === 3;
}

function hidesStill(audience: number): boolean {
  return audience === 4;
}

const CHANGE = [
  `UPDATE products SET price = $1::integer, available = (id + $1::integer) % 7 <> 0 WHERE id <= ${MARKED}`,
  `UPDATE products SET category_id = 2 + (id + $1::integer / 2) % 4 WHERE id <= ${MARKED}`,
  `UPDATE categories SET name = 'Shelf ' || $1::integer WHERE id IN (${SHELVES.join()})`,
  `UPDATE visibility_rules SET product_id = 1 + (group_id + $1::integer) % ${MARKED}
   WHERE product_id IS NOT NULL`,
];
