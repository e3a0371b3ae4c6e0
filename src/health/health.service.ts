import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { NotReadyError } from './health.errors.js';

/** The pulse. */
@Injectable()
export class HealthService {
  constructor(private readonly database: Database) {}

  /** @throws NotReadyError when the database does not answer. */
  async assertReady(): Promise<void> {
    try {
      await this.database.manager.query('SELECT 1');
    } catch (error) {
      throw new NotReadyError(error);
    }
  }
}
