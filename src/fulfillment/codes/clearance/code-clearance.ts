import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PeriodicService } from '../../../common/periodic-service.js';
import { lineageOf } from '../../../database/revision/history-change.js';
import { RevisionWatch } from '../../../database/revision/revision-watch.js';
import { RUNS_JOBS } from '../../../queue/job-queue.js';
import { ClearanceRepository, type CodeInstance } from './clearance.repository.js';
import { HandedOutCodes, type HandedOut } from './handed-out-codes.js';
import { nextClearance } from './next-clearance.js';

const INTERVAL_MS = 1_000;
/** How often the instance shows that it lives, and looks at the others. */
const BEAT_MS = 10_000;

const LOST =
  'codes that this server has handed out are not known to the database as sold; the codes of all stocks are held back, see "souk doctor"';
const GONE =
  'a server is gone that may have handed out codes of lost orders; the codes of all stocks are held back, see "souk doctor"';
const CLEARED =
  'all servers have found in the database what they had handed out; codes are sold again';

/**
 * Clears the stocks of codes for another lineage of the database once all instances have found there what they had handed
 * out, or holds them back for the operator.
 */
@Injectable()
export class CodeClearance extends PeriodicService implements OnModuleInit, OnApplicationShutdown {
  protected override readonly inEachWorker = true;
  private readonly id = randomUUID();
  /** Other instances that were seen last. */
  private peers: readonly CodeInstance[] = [];
  private beatAt = -Infinity;
  /** Since when this server has seen stocks that are not cleared for the present lineage. */
  private pendingSince: number | undefined;

  constructor(
    private readonly repository: ClearanceRepository,
    private readonly revisions: RevisionWatch,
    private readonly handedOut: HandedOutCodes,
    @Inject(RUNS_JOBS) private readonly runsJobs: boolean,
  ) {
    super(INTERVAL_MS, 'the stocks of codes could not be cleared', runsJobs);
  }

  /** Before the server takes requests, in one round trip; if that fails, it is done once the server looks. */
  async onModuleInit(): Promise<void> {
    if (!this.runsJobs) return;
    await this.repository.enter({ id: this.id, host: hostname() }).then((lineage) => {
      this.handedOut.answer(lineage, []);
    }, this.failed.bind(this));
  }

  /** Requests and jobs have ended by now. */
  async onApplicationShutdown(): Promise<void> {
    if (this.handedOut.answeredIn !== undefined)
      await this.repository.leave(this.id).catch(() => undefined);
  }

  async run(): Promise<void> {
    const lineage = lineageOf((await this.revisions.current()).history);
    await this.settleUncertain();
    if (this.handedOut.lookedFor !== lineage) await this.answer(lineage);
    if (this.handedOut.lookedFor !== lineage) return;
    if (performance.now() - this.beatAt > BEAT_MS) await this.beat(lineage);
    if (this.pendingSince !== undefined) await this.decide(lineage, this.pendingSince);
  }

  /** A commit whose answer was lost is looked for as long as the database knows it. */
  private async settleUncertain(): Promise<void> {
    const orders = this.handedOut.unsettled;
    if (orders.length === 0) return;
    const missing = await this.repository.missing(orders);
    this.handedOut.settle((order) => !missing.includes(order));
  }

  /** Looks for all that this server has handed out, and enters the lineage. */
  private async answer(lineage: string): Promise<void> {
    const orders = this.handedOut.all();
    const answered = await this.repository.alone(async (manager) => {
      const state = await this.repository.state(lineage, manager);
      if (!state.isPresent) return false;
      await this.repository.addPeers(manager, this.peers, state.stateOf);
      if (state.isPending || !this.wasRestored(lineage)) {
        if (!state.isPending) await this.awaitOthers(manager, lineage);
        await this.holdLost(manager, lineage, { orders, stateOf: state.stateOf });
      }
      await this.repository.answer(manager, this.instance(lineage), this.handedOut.answeredIn);
      return true;
    });
    if (!answered) return;
    this.handedOut.answer(lineage, orders);
    this.beatAt = -Infinity;
    this.pendingSince = undefined;
  }

  /** True for another database than before: where its stocks are cleared, a restore has settled them. */
  private wasRestored(lineage: string): boolean {
    const { answeredIn } = this.handedOut;
    return answeredIn !== undefined && answeredIn.split('/')[0] !== lineage.split('/')[0];
  }

  /** The stocks of a former primary are cleared for it, but what was handed out since is known to servers alone. */
  private async awaitOthers(manager: EntityManager, lineage: string): Promise<void> {
    const { answeredIn } = this.handedOut;
    if (answeredIn === undefined || answeredIn === lineage) return;
    await this.repository.unclear(manager, this.instance(answeredIn));
  }

  private async holdLost(
    manager: EntityManager,
    lineage: string,
    { orders, stateOf }: { orders: readonly HandedOut[]; stateOf: Date },
  ): Promise<void> {
    const missing = await this.repository.missing(orders, manager);
    if (missing.length === 0) return;
    await this.repository.markHandedOut(manager, missing);
    await this.repository.hold(manager, lineage, { stateOf, isForAll: true });
    const codes = missing.flatMap(({ encrypted }) => encrypted).length;
    this.logger.warn({ codes, stateOf }, LOST);
  }

  private async beat(lineage: string): Promise<void> {
    this.beatAt = performance.now();
    this.peers = await this.repository.beat(this.instance(lineage));
    const { isPending } = await this.repository.state(lineage);
    if (isPending) this.pendingSince ??= performance.now();
  }

  private async decide(lineage: string, pendingSince: number): Promise<void> {
    await this.repository.alone(async (manager) => {
      const state = await this.repository.state(lineage, manager);
      if (!state.isPresent) return;
      const waitedMs = performance.now() - pendingSince;
      switch (nextClearance({ ...state, waitedMs })) {
        case 'none':
          this.pendingSince = undefined;
          break;
        case 'wait':
          break;
        case 'clear':
          await this.repository.clear(manager, lineage);
          this.logger.info(CLEARED);
          break;
        case 'hold':
          await this.repository.hold(manager, lineage, { ...state, isForAll: false });
          await this.repository.forgetUnanswered(manager, lineage);
          this.logger.warn({ stateOf: state.stateOf }, GONE);
      }
    });
  }

  private instance(lineage: string): CodeInstance {
    return { id: this.id, host: hostname(), lineage };
  }
}
