import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

/** The pulse. */
@Injectable()
export class HealthService {
  constructor(private readonly database: Database) {}

  /** Throws when the database does not answer. */
  async assertReady(): Promise<void> {
    await this.database.manager.query('SELECT 1');
  }
}
