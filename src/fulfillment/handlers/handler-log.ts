import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import { PortFaults } from '../../common/port-faults.js';
import { isStatementUnavailable } from '../../database/database-errors.js';
import { HandlerRegistry } from './handler.registry.js';

const FAILED = 'a handler failed; the order waits and the handler is asked again';

/** What each line about a handler names. */
interface HandlerNames {
  readonly handler: string;
  readonly orderId: string;
  readonly productId?: number;
}

/** Logs what handlers do that are asked in jobs. */
@Injectable()
export class HandlerLog {
  constructor(
    private readonly registry: HandlerRegistry,
    private readonly faults: PortFaults,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  of(names: HandlerNames): Logger {
    return this.logger.child({ ...names });
  }

  /** That of an extension is counted as a fault of its port. */
  failed(names: HandlerNames, tries: number, error: unknown): void {
    const { handler: port } = names;
    const err = loggableError(error);
    const extension = this.registry.extensionOf(port);
    if (extension === undefined || isStatementUnavailable(error)) {
      this.of(names).warn({ tries, err }, FAILED);
      return;
    }
    const properties = { ...names, tries };
    this.faults.note({ extension, port, fault: FAILED }, { level: 'warn', err, properties });
  }
}
