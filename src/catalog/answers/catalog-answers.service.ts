import { Inject, Injectable } from '@nestjs/common';
import { TemporarilyUnavailableError } from '../../common/app-error.js';
import { RepeatableAnswer } from '../../common/http/prepared/prepared-answer.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { RevisionWatch } from '../../database/revision/revision-watch.js';
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
import { FairQueue } from './scheduling/fair-queue.js';

const MEGABYTE = 1024 * 1024;
/** Answers that are made at the same time; more would only share the one thread and take more memory. */
const CONCURRENT_RENDERS = 2;
/** Answers of one audience that are made in one turn: they are made of the same fragments. */
const RENDERS_PER_TURN = 8;
/** When more wait to be made, nobody would wait for the last of them. */
const MOST_WAITING = 2_000;

/** An answer that is being made. */
interface PendingAnswer {
  readonly snapshot: CatalogSnapshot;
  readonly answer: Promise<CatalogAnswer>;
}

/**
 * The answers that have been asked for, one set for all accounts that see the same at the same prices. When all of them
 * take more memory than they may, the sets that were asked for least recently are given up, and no new answer is begun
 * before what is at work has made room.
 */
@Injectable()
export class CatalogAnswers {
  readonly shapes: CatalogShapes;
  /** The one asked for least recently first. */
  private readonly audiences = new Map<string, AudienceAnswers>();
  private readonly pending = new Map<string, PendingAnswer>();
  private readonly renders: FairQueue;
  private readonly resources: SharedResources;

  constructor(
    @Inject(CONFIG) { BASE_URL, CATALOG_CACHE_MB }: SoukConfig,
    private readonly revisions: RevisionWatch,
  ) {
    this.shapes = new CatalogShapes(BASE_URL);
    const yielder = new EventLoopYielder();
    this.renders = new FairQueue({ maxConcurrent: CONCURRENT_RENDERS, maxPerTurn: RENDERS_PER_TURN }, yielder);
    const memory = new AnswerMemory(CATALOG_CACHE_MB * MEGABYTE, () => {
      this.giveUp();
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

  /** Bytes of memory that all sets take together, with what is being made of them. */
  get size(): number {
    return this.resources.memory.counted;
  }

  /**
   * @param name of the answer among those of one audience
   * @throws TemporarilyUnavailableError (111) when too many others wait for theirs to be made.
   */
  async answer(view: CatalogView, name: string, renderer: Renderer): Promise<RepeatableAnswer> {
    const ready = this.audience(view).ready(view, name);
    return this.repeatable(view, ready ?? (await this.made(view, name, renderer)));
  }

  /** One that takes no more than a moment to be made: it does not wait for a turn. */
  async smallAnswer(view: CatalogView, name: string, renderer: Renderer): Promise<RepeatableAnswer> {
    const audience = this.audience(view);
    const answer = audience.ready(view, name) ?? (await audience.make(view, name, renderer));
    return this.repeatable(view, answer);
  }

  /** One that is not kept, but made of what is. @throws TemporarilyUnavailableError (111) */
  async once(view: CatalogView, renderer: Renderer): Promise<RepeatableAnswer> {
    const work = (): Promise<CatalogAnswer> => this.audience(view).makeOnce(view, renderer);
    return this.repeatable(view, await this.inTurn(view, work));
  }

  /** One that is not kept, and small. */
  onceSmall(view: CatalogView, rope: Rope): RepeatableAnswer {
    return this.repeatable(view, new CatalogAnswer(rope, this.resources, view.audienceKey));
  }

  /** An answer from this view, valid as long as the catalog is what the view shows. */
  private repeatable({ revision }: CatalogView, answer: CatalogAnswer): RepeatableAnswer {
    return new RepeatableAnswer(answer, {
      isValid: () => this.revisions.fresh?.catalog === revision,
    });
  }

  /** Those who ask for the same meanwhile wait for the same. */
  private made(view: CatalogView, name: string, renderer: Renderer): Promise<CatalogAnswer> {
    const key = `${view.audienceKey} ${name}`;
    const known = this.pending.get(key);
    if (known?.snapshot === view.snapshot) return known.answer;
    const answer = this.inTurn(view, async () => {
      const audience = this.audience(view);
      return audience.ready(view, name) ?? (await audience.make(view, name, renderer));
    });
    const making = { snapshot: view.snapshot, answer };
    this.pending.set(key, making);
    const ended = (): void => {
      if (this.pending.get(key) === making) this.pending.delete(key);
    };
    answer.then(ended, ended);
    return answer;
  }

  private async inTurn(
    { audienceKey }: CatalogView,
    work: () => Promise<CatalogAnswer>,
  ): Promise<CatalogAnswer> {
    if (this.renders.waiting >= MOST_WAITING) throw new TemporarilyUnavailableError();
    return this.renders.run(audienceKey, async () => {
      await this.room();
      return work();
    });
  }

  /** Waits until there is room for more. What is compressed frees room when that has ended; it never waits for us. */
  private async room(): Promise<void> {
    const { memory, compressions } = this.resources;
    for (;;) {
      this.giveUp();
      if (!memory.isFull || compressions.areIdle) return;
      await compressions.nextEnd();
    }
  }

  private audience({ audienceKey }: CatalogView): AudienceAnswers {
    const audience =
      this.audiences.get(audienceKey) ?? new AudienceAnswers(this.resources, audienceKey);
    // To the end of the line of those to be given up.
    this.audiences.delete(audienceKey);
    this.audiences.set(audienceKey, audience);
    return audience;
  }

  /** The one asked for last is kept even if it is larger than all may be: else every request would make it anew. */
  private giveUp(): void {
    const { memory, compressions } = this.resources;
    let left = this.audiences.size;
    for (const [key, audience] of this.audiences) {
      left -= 1;
      if (!memory.isFull || left === 0) return;
      // What is at work stays in memory anyway, and would only be made again.
      if (audience.areAtWork || compressions.areAtWorkFor(key)) continue;
      this.audiences.delete(key);
      audience.clear();
    }
  }
}
