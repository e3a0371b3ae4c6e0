import { Injectable } from '@nestjs/common';
import { BoundedCall } from '../../common/bounded-call.js';
import { loggableError } from '../../common/logger.js';
import { PortFaults } from '../../common/port-faults.js';
import type { PortOf } from '../../common/port-shape.js';
import { sharedRead } from '../../common/shared-read.js';

/** Whether an extension can do its work. */
export interface HealthAnswer {
  readonly ok: boolean;
  /** Why, in one line for the operator. */
  readonly detail?: string;
}

/** What an extension has answered; one that has not answered is not healthy. */
export interface AskedHealth extends HealthAnswer {
  readonly extension: string;
  readonly detail: string;
}

type AskHealth = () => Promise<HealthAnswer>;

const TIMEOUT_MS = 3_000;
const MAX_DETAIL_CHARACTERS = 300;

/** Asks the extensions of this process whether they are healthy, for those who look; nothing depends on it. */
@Injectable()
export class ExtensionHealth {
  /** Tests set a shorter one before `use`. */
  timeoutMs = TIMEOUT_MS;
  private calls: readonly {
    readonly extension: string;
    readonly call: BoundedCall<HealthAnswer>;
  }[] = [];

  /** Those who ask at the same time share the answers. */
  readonly ask = sharedRead(() => Promise.all(this.calls.map((one) => this.answerOf(one))));

  constructor(private readonly faults: PortFaults) {}

  /** Called once. */
  use(items: readonly PortOf<AskHealth>[]): void {
    this.calls = items.map(({ extension, port }) => ({
      extension,
      call: new BoundedCall(port, this.timeoutMs),
    }));
  }

  private async answerOf({ extension, call }: (typeof this.calls)[number]): Promise<AskedHealth> {
    try {
      const { ok, detail = '' } = (await call.run()) as Partial<HealthAnswer>;
      if (typeof ok !== 'boolean' || typeof detail !== 'string')
        throw new Error('it answers no { ok, detail }');
      return { extension, ok, detail: detail.slice(0, MAX_DETAIL_CHARACTERS) };
    } catch (error) {
      const err = loggableError(error);
      this.faults.note(
        { extension, port: 'health', fault: 'the health of an extension is not known' },
        { err },
      );
      return { extension, ok: false, detail: err.message.slice(0, MAX_DETAIL_CHARACTERS) };
    }
  }
}
