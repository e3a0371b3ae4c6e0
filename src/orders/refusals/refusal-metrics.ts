import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { readCounter } from '../../common/read-metrics.js';
import { RefusalJournal } from './refusal-journal.js';

/** What has become of refused orders on their way to the journal, read when it is scraped. */
@Injectable()
export class RefusalMetrics {
  constructor(registry: Registry, journal: RefusalJournal) {
    const help =
      'Refused orders by what has become of their entry in the journal: written or dropped.';
    readCounter(registry, { name: 'souk_refusal_journal_total', help, label: 'outcome' }, () =>
      Object.entries(journal.counts),
    );
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
