import type { CatalogShapes } from './catalog-shapes.js';
import type { CatalogSnapshot } from '../view/catalog-snapshot.js';
import type { CatalogView } from '../view/catalog-view.js';
import { CatalogAnswer } from './catalog-answer.js';
import { Pace } from './pace.js';
import { ProductPieces } from './product-pieces.js';
import type { Rope } from './rope.js';

/** What makes an answer needs: the view, and products that are rendered already. */
export interface Making {
  readonly view: CatalogView;
  readonly shapes: CatalogShapes;
  /** Whole products. */
  readonly products: ProductPieces;
  /** Products of an answer with `base=1`. */
  readonly baseProducts: ProductPieces;
  readonly pace: Pace;
}

export type Maker = (making: Making) => Promise<Rope> | Rope;

interface Made {
  /**
   * Of which snapshot it is known to be; changes when a later one turns out to give the same. Weak, since an answer
   * that nobody asks for any more must not keep a whole catalog in memory.
   */
  snapshot: WeakRef<CatalogSnapshot>;
  readonly rope: Rope;
  readonly answer: CatalogAnswer;
}

/** All answers that one audience has asked for. */
export class AudienceAnswers {
  private readonly answers = new Map<string, Made>();
  private readonly products: ProductPieces;
  private readonly baseProducts: ProductPieces;
  private line: Promise<unknown> = Promise.resolve();
  private bytes = 0;
  private swept: WeakRef<CatalogSnapshot> | undefined;

  constructor(private readonly shapes: CatalogShapes) {
    const grow = this.grow.bind(this);
    this.products = new ProductPieces(shapes.productJson, grow);
    this.baseProducts = new ProductPieces(shapes.baseProductJson, grow);
  }

  /** Bytes of memory, at least one. */
  get size(): number {
    return Math.max(1, this.bytes);
  }

  /** The answer if it is there and of the view's snapshot. */
  ready(view: CatalogView, name: string): CatalogAnswer | undefined {
    const made = this.answers.get(name);
    return made?.snapshot.deref() === view.snapshot ? made.answer : undefined;
  }

  /** The answer, made if need be. One is made at a time: the next one finds the pieces of the one before. */
  answer(view: CatalogView, name: string, maker: Maker): Promise<CatalogAnswer> {
    const work = async (): Promise<CatalogAnswer> =>
      this.ready(view, name) ?? (await this.make(view, name, maker));
    const answer = this.line.then(work);
    this.line = answer.catch(() => undefined);
    return answer;
  }

  private async make(view: CatalogView, name: string, maker: Maker): Promise<CatalogAnswer> {
    this.sweep(view);
    const { shapes, products, baseProducts } = this;
    const rope = await maker({ view, shapes, products, baseProducts, pace: new Pace() });
    const before = this.answers.get(name);
    if (before?.rope.equals(rope)) {
      before.snapshot = new WeakRef(view.snapshot);
      return before.answer;
    }
    if (before) this.forget(name);
    const answer = new CatalogAnswer(rope, (bytes) => {
      if (this.answers.get(name)?.answer === answer) this.grow(bytes);
    });
    this.answers.set(name, { snapshot: new WeakRef(view.snapshot), rope, answer });
    this.grow(answer.size);
    return answer;
  }

  /** Gives up what belongs to categories that are gone. */
  private sweep(view: CatalogView): void {
    if (view.snapshot === this.swept?.deref()) return;
    this.swept = new WeakRef(view.snapshot);
    const isThere = (id: number): boolean => view.snapshot.category(id) !== undefined;
    this.products.sweep(isThere);
    this.baseProducts.sweep(isThere);
  }

  private forget(name: string): void {
    this.grow(-(this.answers.get(name)?.answer.size ?? 0));
    this.answers.delete(name);
  }

  private grow(bytes: number): void {
    this.bytes += bytes;
  }
}
