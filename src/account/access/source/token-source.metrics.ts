import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { TokenSources } from './token-sources.js';

/** What the token source answers, read when it is scraped. */
@Injectable()
export class TokenSourceMetrics {
  constructor(registry: Registry, sources: TokenSources) {
    new Counter({
      name: 'souk_token_source_answers_total',
      help: 'Answers of the token source: found, unknown, invalid or failed.',
      labelNames: ['outcome'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [outcome, count] of Object.entries(sources.answers)) {
          this.inc({ outcome }, count);
        }
      },
    });
  }
}
