import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { readCounter } from '../../common/read-metrics.js';
import { AccountLimits } from './account-limits.js';

/** How often a limit a minute has refused a request, or could not be checked, read when it is scraped. */
@Injectable()
export class AccountLimitsMetrics {
  constructor(registry: Registry, { counts }: AccountLimits) {
    const counter = (name: string, help: string, what: 'refused' | 'unchecked'): void => {
      readCounter(registry, { name, help, label: 'limit' }, () =>
        Object.entries(counts).map(([limit, count]) => [limit, count[what]]),
      );
    };
    counter(
      'souk_account_limit_refused_total',
      'Requests that were answered 111 because their account had reached a limit a minute.',
      'refused',
    );
    counter(
      'souk_account_limit_unchecked_total',
      'Requests of limited accounts that were let through because the database did not answer.',
      'unchecked',
    );
  }
}
