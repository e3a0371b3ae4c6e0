import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { readCounter } from '../../../common/read-metrics.js';
import { TokenSources } from './token-sources.js';

/** What the token source answers, read when it is scraped. */
@Injectable()
export class TokenSourceMetrics {
  constructor(registry: Registry, sources: TokenSources) {
    const help = 'Answers of the token source: found, unknown, invalid or failed.';
    readCounter(registry, { name: 'souk_token_source_answers_total', help, label: 'outcome' }, () =>
      Object.entries(sources.answers),
    );
  }
}
