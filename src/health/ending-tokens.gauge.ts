import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { readGauge } from '../common/read-metrics.js';
import { CountedOnce } from '../database/counted-once.js';
import { Database } from '../database/database.js';
import { ServerTasks } from '../database/server-tasks.js';

interface EndingTokens {
  readonly kind: 'account' | 'operator';
  readonly count: number;
}

const ENDS_SOON = `
  revoked_at IS NULL AND expires_at BETWEEN now() AND now() + interval '7 days'`;

const COUNT = `
  SELECT 'account' AS kind, count(*)::integer AS count FROM access_tokens WHERE ${ENDS_SOON}
  UNION ALL
  SELECT 'operator', count(*)::integer FROM operator_tokens WHERE ${ENDS_SOON}`;

/** The metric `souk_tokens_ending`, counted by one server when it is scraped. */
@Injectable()
export class EndingTokensGauge {
  constructor(registry: Registry, database: Database, tasks: ServerTasks) {
    const counted = new CountedOnce(tasks, 'ending tokens', () =>
      database.manager.query<EndingTokens[]>(COUNT),
    );
    const help =
      'Tokens that end within a week, by kind (account, operator); missing while the database does not answer.';
    readGauge(
      registry,
      { name: 'souk_tokens_ending', help, label: 'kind' },
      counted.read,
      ({ kind, count }) => [kind, count],
    );
  }
}
