import type { CatalogShapes } from './catalog-shapes.js';
import type { CatalogSnapshot } from '../view/catalog-snapshot.js';
import type { CatalogView } from '../view/catalog-view.js';
import { CatalogAnswer, type AnswerMeans } from './catalog-answer.js';
import type { SharedByDigest } from './memory/shared-by-digest.js';
import { ProductItems } from './product-items.js';
import { ProductPieces } from './product-fragments.js';
import type { Rope } from './memory/rope.js';
import type { Pace } from './scheduling/event-loop-yielder.js';

/** What makes an answer needs: the view, and products that are rendered already. */
export interface Making {
  readonly view: CatalogView;
  readonly shapes: CatalogShapes;
  /** Whole products. */
  readonly products: ProductPieces;
  /** Products of an answer with `base=1`. */
  readonly baseProducts: ProductPieces;
  /** Whole products one by one, for lists of ids. */
  readonly items: ProductItems;
  /** The same with `base=1`. */
  readonly baseItems: ProductItems;
  readonly pace: Pace;
}

export type Maker = (making: Making) => Promise<Rope> | Rope;

/** What the answers of all audiences share. */
export interface SharedMeans extends AnswerMeans {
  readonly shapes: CatalogShapes;
  readonly pace: Pace;
  /** Those that some audience keeps. */
  readonly answers: SharedByDigest<CatalogAnswer>;
}

interface Made {
  /**
   * Of which snapshot it is known to be; changes when a later one turns out to give the same. Weak, since an answer
   * that nobody asks for any more must not keep a whole catalog in memory.
   */
  readonly snapshot: WeakRef<CatalogSnapshot>;
  readonly answer: CatalogAnswer;
}

/** All answers that one audience has asked for. */
export class AudienceAnswers {
  private readonly answers = new Map<string, Made>();
  private readonly products: ProductPieces;
  private readonly baseProducts: ProductPieces;
  private readonly items: ProductItems;
  private readonly baseItems: ProductItems;
  private swept: WeakRef<CatalogSnapshot> | undefined;
  private works = 0;

  constructor(
    private readonly means: SharedMeans,
    private readonly audienceKey: string,
  ) {
    const { shapes, memory } = means;
    this.products = new ProductPieces(shapes.productJson, memory.pieces);
    this.baseProducts = new ProductPieces(shapes.baseProductJson, memory.pieces);
    this.items = new ProductItems(shapes.productJson, memory);
    this.baseItems = new ProductItems(shapes.baseProductJson, memory);
  }

  /** True while something is being made from what is kept here: giving it up would free nothing. */
  get areAtWork(): boolean {
    return this.works > 0;
  }

  /** The answer if it is there and of the view's snapshot. */
  ready(view: CatalogView, name: string): CatalogAnswer | undefined {
    const made = this.answers.get(name);
    return made?.snapshot.deref() === view.snapshot ? made.answer : undefined;
  }

  /** Makes an answer and keeps it, or finds that the one before is still the same. */
  make(view: CatalogView, name: string, maker: Maker): Promise<CatalogAnswer> {
    return this.atWork(async () => {
      const rope = await this.rope(view, maker);
      const digest = rope.digest();
      const { answers } = this.means;
      const equal = answers.get(digest);
      const answer = answers.hold(
        equal ?? new CatalogAnswer(rope, this.means, this.audienceKey, digest),
      );
      this.forget(name);
      this.answers.set(name, { snapshot: new WeakRef(view.snapshot), answer });
      return answer;
    });
  }

  /** The same for one request alone. */
  makeOnce(view: CatalogView, maker: Maker): Promise<CatalogAnswer> {
    return this.atWork(
      async () => new CatalogAnswer(await this.rope(view, maker), this.means, this.audienceKey),
    );
  }

  /** Gives up everything. */
  clear(): void {
    for (const name of this.answers.keys()) this.forget(name);
    this.keepOnly(() => false);
  }

  private async atWork<Result>(work: () => Promise<Result>): Promise<Result> {
    this.works += 1;
    try {
      return await work();
    } finally {
      this.works -= 1;
    }
  }

  private rope(view: CatalogView, maker: Maker): Promise<Rope> | Rope {
    this.sweep(view);
    const { products, baseProducts, items, baseItems } = this;
    const { shapes, pace } = this.means;
    return maker({ view, shapes, products, baseProducts, items, baseItems, pace });
  }

  /** Gives up what belongs to categories that are gone. */
  private sweep(view: CatalogView): void {
    if (view.snapshot === this.swept?.deref()) return;
    this.swept = new WeakRef(view.snapshot);
    this.keepOnly((id) => view.snapshot.category(id) !== undefined);
  }

  private keepOnly(isThere: (categoryId: number) => boolean): void {
    for (const all of [this.products, this.baseProducts, this.items, this.baseItems]) {
      all.sweep(isThere);
    }
  }

  private forget(name: string): void {
    const made = this.answers.get(name);
    if (!made) return;
    this.answers.delete(name);
    this.means.answers.letGo(made.answer);
  }
}
