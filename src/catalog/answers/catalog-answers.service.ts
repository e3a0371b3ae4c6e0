import { Inject, Injectable } from '@nestjs/common';
import { CALLER_GONE, TemporarilyUnavailableError } from '../../common/app-error.js';
import { RepeatableAnswer } from '../../common/http/prepared/prepared-answer.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { RevisionWatch } from '../../database/revision/revision-watch.js';
import { databaseClock } from '../../database/revision/revisions.js';
import type { CatalogSnapshot } from '../view/catalog-snapshot.js';
import type { CatalogView } from '../view/catalog-view.js';
import { AudienceAnswers, type Renderer, type SharedResources } from './audience-answers.js';
import { CatalogAnswer } from './catalog-answer.js';
import { CatalogShapes } from './catalog-shapes.js';
import { AnswerMemory } from './memory/answer-memory.js';
import { SharedByDigest } from './memory/shared-by-digest.js';
import type { Rope } from './memory/rope.js';
import { Compressions } from './scheduling/compressions.js';
import { EventLoopYielder } from './scheduling/event-loop-yielder.js';
import { FairQueue } from '../../common/fair-queue.js';
import { shareOf } from '../../common/server-worker.js';

const MEGABYTE = 1024 * 1024;
/** More would not be faster, because all share one thread, and would need more memory. */
const CONCURRENT_RENDERS = 2;
/** Answers of one audience that are rendered in a row, because they share fragments. */
const RENDERS_PER_TURN = 8;
/** If more answers wait, a request is refused, since its caller would hardly wait so long. */
const MAX_WAITING_RENDERS = shareOf(2_000);
/** The same for the answers that are rendered for one request each, of one account. */
const MAX_WAITING_RENDERS_OF_ACCOUNT = shareOf(100);

/** An answer that is being rendered. */
interface PendingAnswer {
  readonly snapshot: CatalogSnapshot;
  readonly answer: Promise<CatalogAnswer>;
}

/**
 * The cache of catalog answers, one set for all accounts that see the same products at the same prices. If the sets take
 * more memory than `CATALOG_CACHE_MB`, the least recently used are evicted, and no further answer is rendered until
 * running work has freed memory.
 */
@Injectable()
export class CatalogAnswers {
  readonly shapes: CatalogShapes;
  readonly yielder = new EventLoopYielder();
  /** The least recently used first. */
  private readonly audiences = new Map<string, AudienceAnswers>();
  private readonly pending = new Map<string, PendingAnswer>();
  private readonly renders: FairQueue;
  /** Lets one answer of an account at a time into `renders`, so that an account alone never fills that queue. */
  private readonly rendersOnce = new FairQueue<number>({
    maxConcurrent: Infinity,
    maxPerTurn: 1,
    maxWaiting: MAX_WAITING_RENDERS,
    maxWaitingPerKey: MAX_WAITING_RENDERS_OF_ACCOUNT,
  });
  private readonly resources: SharedResources;

  constructor(
    @Inject(CONFIG) { BASE_URL, CATALOG_CACHE_MB }: SoukConfig,
    private readonly revisions: RevisionWatch,
  ) {
    this.shapes = new CatalogShapes(BASE_URL);
    const { yielder } = this;
    this.renders = new FairQueue(
      {
        maxConcurrent: CONCURRENT_RENDERS,
        maxPerTurn: RENDERS_PER_TURN,
        maxWaiting: MAX_WAITING_RENDERS,
      },
      yielder,
    );
    const memory = new AnswerMemory(CATALOG_CACHE_MB * MEGABYTE, () => {
      this.evict();
    });
    const answers = new SharedByDigest<CatalogAnswer>(
      (answer) => {
        answer.hold();
      },
      (answer) => {
        answer.release();
      },
    );
    const { shapes } = this;
    this.resources = { shapes, yielder, memory, answers, compressions: new Compressions(yielder) };
  }

  /** The memory of all answers in bytes, including those that are being rendered or compressed. */
  get size(): number {
    return this.resources.memory.counted;
  }

  /**
   * A cached answer, rendered if necessary.
   * @param name of the answer, unique within an audience
   * @throws TemporarilyUnavailableError (111) if too many renders wait
   */
  async answer(view: CatalogView, name: string, renderer: Renderer): Promise<RepeatableAnswer> {
    const ready = this.audience(view).ready(view, name);
    return this.repeatable(view, ready ?? (await this.renderShared(view, name, renderer)));
  }

  /** The same for an answer that is rendered within milliseconds, and so does not wait in the queue. */
  async smallAnswer(
    view: CatalogView,
    name: string,
    renderer: Renderer,
  ): Promise<RepeatableAnswer> {
    const audience = this.audience(view);
    const answer = audience.ready(view, name) ?? (await audience.render(view, name, renderer));
    return this.repeatable(view, answer);
  }

  /**
   * An answer that is not cached itself, but made of cached products.
   * @param isAwaited false once the caller has gone; the answer is then not rendered
   * @throws TemporarilyUnavailableError (111) if too many renders wait, or the caller has gone
   */
  async once(
    view: CatalogView,
    renderer: Renderer,
    isAwaited: () => boolean,
  ): Promise<RepeatableAnswer> {
    const { accountId } = view.audience;
    if (this.rendersOnce.isFullFor(accountId)) throw new TemporarilyUnavailableError();
    const work = (): Promise<CatalogAnswer> => this.audience(view).renderOnce(view, renderer);
    const answer = await this.rendersOnce.run(accountId, async () => {
      if (!isAwaited()) throw new TemporarilyUnavailableError(CALLER_GONE);
      return this.queued(view, work);
    });
    return this.repeatable(view, answer);
  }

  /** A small answer that is not cached. */
  onceSmall(view: CatalogView, rope: Rope): RepeatableAnswer {
    return this.repeatable(view, new CatalogAnswer(rope, this.resources, view.audienceKey));
  }

  /** An answer that is valid while the catalog has the revision of the view, and the view has not ended. */
  private repeatable(view: CatalogView, answer: CatalogAnswer): RepeatableAnswer {
    const { revision, goodUntil } = view;
    return new RepeatableAnswer(answer, {
      isValid: () => {
        const { fresh } = this.revisions;
        if (fresh?.catalog !== revision) return false;
        return goodUntil === undefined || databaseClock(fresh) < goodUntil;
      },
    });
  }

  /** Concurrent requests for the same answer share one render. */
  private renderShared(
    view: CatalogView,
    name: string,
    renderer: Renderer,
  ): Promise<CatalogAnswer> {
    const key = `${view.audienceKey} ${name}`;
    const known = this.pending.get(key);
    if (known?.snapshot === view.snapshot) return known.answer;
    const answer = this.queued(view, async () => {
      const audience = this.audience(view);
      return audience.ready(view, name) ?? (await audience.render(view, name, renderer));
    });
    const entry = { snapshot: view.snapshot, answer };
    this.pending.set(key, entry);
    const ended = (): void => {
      if (this.pending.get(key) === entry) this.pending.delete(key);
    };
    answer.then(ended, ended);
    return answer;
  }

  private async queued(
    { audienceKey }: CatalogView,
    work: () => Promise<CatalogAnswer>,
  ): Promise<CatalogAnswer> {
    if (this.renders.isFullFor(audienceKey)) throw new TemporarilyUnavailableError();
    return this.renders.run(audienceKey, async () => {
      await this.waitForMemory();
      return work();
    });
  }

  /** Waits until there is memory for another answer. Compressions free memory when they end; they never wait for renders. */
  private async waitForMemory(): Promise<void> {
    const { memory, compressions } = this.resources;
    for (;;) {
      this.evict();
      if (!memory.isFull || compressions.areIdle) return;
      await compressions.nextEnd();
    }
  }

  private audience({ audienceKey }: CatalogView): AudienceAnswers {
    const audience =
      this.audiences.get(audienceKey) ?? new AudienceAnswers(this.resources, audienceKey);
    // Moves the audience to the end, which is evicted last.
    this.audiences.delete(audienceKey);
    this.audiences.set(audienceKey, audience);
    return audience;
  }

  /** The most recently used audience is never evicted, or each of its requests would render the answer again. */
  private evict(): void {
    const { memory, compressions } = this.resources;
    let left = this.audiences.size;
    for (const [key, audience] of this.audiences) {
      left -= 1;
      if (!memory.isFull || left === 0) return;
      // Answers in use stay in memory anyway, and would only be rendered again.
      if (audience.isRendering || compressions.isBusyFor(key)) continue;
      this.audiences.delete(key);
      audience.clear();
    }
  }
}
