import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { RefusalJournal } from './refusal-journal.js';

/** What has become of refused orders on their way to the journal, read when it is scraped. */
@Injectable()
export class RefusalMetrics {
  constructor(registry: Registry, journal: RefusalJournal) {
    new Counter({
      name: 'souk_refusal_journal_total',
      help: 'Refused orders by what has become of their entry in the journal: written or dropped.',
      labelNames: ['outcome'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [outcome, count] of Object.entries(journal.counts)) this.inc({ outcome }, count);
      },
    });
    new Gauge({
      name: 'souk_refusal_journal_waiting',
      help: 'Refused orders that are not written to the journal yet.',
      registers: [registry],
      collect() {
        this.set(journal.waiting);
      },
    });
  }
}
