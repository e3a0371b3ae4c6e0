import { Injectable } from '@nestjs/common';
import {
  BadParameterError,
  CALLER_GONE,
  TemporarilyUnavailableError,
} from '../../common/app-error.js';
import { RepeatableAnswer } from '../../common/http/prepared/prepared-answer.js';
import { NEVER_VALID } from '../../common/http/validity.js';
import { RevisionWatch } from '../../database/revision/revision-watch.js';
import { CatalogAnswers } from '../answers/catalog-answers.service.js';
import type { Rope } from '../answers/memory/rope.js';
import { full } from '../answers/renderers.js';
import { FairQueue } from '../../common/fair-queue.js';
import { shareOf } from '../../common/server-worker.js';
import type { CatalogView } from '../view/catalog-view.js';
import type { Audience } from '../view/rules.js';
import { VisibilityService } from '../view/visibility.service.js';
import { affectedItems } from './affected-items.js';
import { parsedCursor, type ChangesCursor } from './changes-cursor.js';
import { Cursors } from './cursors.js';
import { Difference } from './difference.js';
import { FormerCatalogs } from './former-catalogs.js';
import { nextStep, type Step } from './next-step.js';

/** Each uses a connection for a moment, so that orders find others free. */
const CONCURRENT_COMPARISONS = 2;
/** If more wait, a request is refused, since its caller would hardly wait so long. */
const MAX_WAITING_COMPARISONS = shareOf(2_000);
/** The same for one account. */
const MAX_WAITING_COMPARISONS_OF_ACCOUNT = shareOf(100);
/** With more, everything is answered, since only the texts of whole lists are shared with other answers. */
const MAX_DIFFERENT_ITEMS = 5_000;

/** How a request goes on, with the present catalog of the caller. */
interface Progress {
  readonly view: CatalogView;
  /** The cursor of the view. */
  readonly cursor: string;
  /** The revision that the caller's cursor says; undefined without one. */
  readonly since: string | undefined;
  readonly step: Step;
}

/** What has changed in the catalog of a caller since an earlier answer. */
@Injectable()
export class ChangesService {
  /** By account. */
  private readonly comparisons: FairQueue<number>;

  constructor(
    private readonly visibility: VisibilityService,
    private readonly answers: CatalogAnswers,
    private readonly revisions: RevisionWatch,
    private readonly formerCatalogs: FormerCatalogs,
    private readonly cursors: Cursors,
  ) {
    this.comparisons = new FairQueue(
      {
        maxConcurrent: CONCURRENT_COMPARISONS,
        maxPerTurn: 1,
        maxWaiting: MAX_WAITING_COMPARISONS,
        maxWaitingPerKey: MAX_WAITING_COMPARISONS_OF_ACCOUNT,
      },
      answers.yielder,
    );
  }

  /**
   * The changes since the answer with this cursor; everything without a cursor, or if the changes are not known.
   * @param isAwaited false once the caller has gone
   * @throws BadParameterError (114) if the text is no cursor; TemporarilyUnavailableError (111) if too many requests
   * wait, or the caller has gone
   */
  async since(
    audience: Audience,
    text: string | undefined,
    isAwaited: () => boolean,
  ): Promise<RepeatableAnswer> {
    const earlier = text === undefined ? undefined : requiredCursor(text);
    let progress = await this.progress(audience, earlier, false);
    if (progress.step === 'reread') {
      await this.revisions.next();
      progress = await this.progress(audience, earlier, true);
    }
    const { view, cursor, step } = progress;
    const changes = await this.changes(progress, isAwaited);
    const answer = changes
      ? this.answers.onceSmall(view, changes)
      : await this.answers.once(view, full(cursor), isAwaited);
    // The next request has another cursor, unless nothing has changed.
    return step === 'nothing' ? answer : new RepeatableAnswer(answer.answer, NEVER_VALID);
  }

  private async progress(
    audience: Audience,
    earlier: ChangesCursor | undefined,
    hasReread: boolean,
  ): Promise<Progress> {
    const view = await this.visibility.viewFor(audience);
    const { text, decrypt } = await this.cursors.of(view);
    const { revision: since, isAuthentic = false } = earlier ? decrypt(earlier) : {};
    const step = nextStep({ since, present: view.revision, isAuthentic, hasReread });
    return { view, cursor: text, since, step };
  }

  /** Undefined if everything must be answered. */
  private changes(
    { step, view, cursor, since }: Progress,
    isAwaited: () => boolean,
  ): Promise<Rope | undefined> | Rope | undefined {
    if (step === 'nothing') return new Difference(view, view, this.answers.shapes).rope(cursor);
    if (step !== 'compare' || since === undefined) return undefined;
    const { accountId } = view.audience;
    if (this.comparisons.isFullFor(accountId)) throw new TemporarilyUnavailableError();
    return this.comparisons.run(accountId, async () => {
      if (!isAwaited()) throw new TemporarilyUnavailableError(CALLER_GONE);
      return (await this.difference(view, since))?.rope(cursor);
    });
  }

  /** Undefined if the changes are not known, or too many. */
  private async difference(now: CatalogView, revision: string): Promise<Difference | undefined> {
    const former = await this.formerCatalogs.at(revision, now.snapshot);
    if (!former) return undefined;
    const before = now.of(former.snapshot);
    const difference = new Difference(before, now, this.answers.shapes);
    for (const item of affectedItems(before, now, former.rows)) {
      difference.compare(item);
      if (difference.size > MAX_DIFFERENT_ITEMS) return undefined;
      await this.answers.yielder.yieldIfDue();
    }
    return difference;
  }
}

/** @throws BadParameterError (114) */
function requiredCursor(text: string): ChangesCursor {
  const cursor = parsedCursor(text);
  if (cursor) return cursor;
  throw new BadParameterError('Malformed parameter: since (the cursor of an earlier answer)');
}
