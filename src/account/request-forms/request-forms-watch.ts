import { Injectable } from '@nestjs/common';
import { PeriodicService } from '../../common/periodic-service.js';
import { RequestFormsSwitch } from './request-forms-switch.js';

const INTERVAL_MS = 60_000;

/** Turns the switch of request forms on after an upgrade, each minute in each server. */
@Injectable()
export class RequestFormsWatch extends PeriodicService {
  constructor(private readonly forms: RequestFormsSwitch) {
    super(INTERVAL_MS, 'the release before could not be looked for');
  }

  async run(): Promise<void> {
    if (await this.forms.look()) this.logger.info(TURNED_ON);
  }
}

const TURNED_ON =
  'request forms are on: no server of the release before was seen for ten minutes; before going back to it, see "souk request-forms off"';
