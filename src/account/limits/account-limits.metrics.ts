import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { AccountLimits } from './account-limits.js';

/** How often a limit a minute has refused a request, or could not be checked, read when it is scraped. */
@Injectable()
export class AccountLimitsMetrics {
  constructor(registry: Registry, { counts }: AccountLimits) {
    new Counter({
      name: 'souk_account_limit_refused_total',
      help: 'Requests that were answered 111 because their account had reached a limit a minute.',
      labelNames: ['limit'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [limit, { refused }] of Object.entries(counts)) this.inc({ limit }, refused);
      },
    });
    new Counter({
      name: 'souk_account_limit_unchecked_total',
      help: 'Requests of limited accounts that were let through because the database did not answer.',
      labelNames: ['limit'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [limit, { unchecked }] of Object.entries(counts)) this.inc({ limit }, unchecked);
      },
    });
  }
}
