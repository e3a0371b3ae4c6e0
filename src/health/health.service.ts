import { Injectable } from '@nestjs/common';
import { ClosingTime } from '../common/http/closing-time.js';
import { Database } from '../database/database.js';
import { NotReadyError } from './health.errors.js';

/** The pulse. */
@Injectable()
export class HealthService {
  constructor(
    private readonly database: Database,
    private readonly closing: ClosingTime,
  ) {}

  /** @throws NotReadyError when the server is about to stop, or the database does not answer. */
  async assertReady(): Promise<void> {
    if (this.closing.hasBegun) throw new NotReadyError('the server is about to stop');
    try {
      await this.database.manager.query('SELECT 1');
    } catch (error) {
      throw new NotReadyError('the database does not answer', error);
    }
  }
}
