import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import { PeriodicTask } from '../../common/periodic-task.js';
import { RequestFormsSwitch } from './request-forms-switch.js';

const INTERVAL_MS = 60_000;

/** Turns the switch of request forms on after an upgrade, each minute in each server. */
@Injectable()
export class RequestFormsWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new PeriodicTask(
    async () => {
      if (await this.forms.look()) this.logger.info(TURNED_ON);
    },
    (error) => {
      this.logger.warn({ err: loggableError(error) }, 'the release before could not be looked for');
    },
  );

  constructor(
    private readonly forms: RequestFormsSwitch,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start(INTERVAL_MS);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }
}

const TURNED_ON =
  'request forms are on: no server of the release before was seen for ten minutes; before going back to it, see "souk request-forms off"';
