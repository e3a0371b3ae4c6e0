import { Injectable } from '@nestjs/common';
import { EventVerificationService } from '../../account/events/event-verification.service.js';
import { LedgerVerificationService } from '../../account/ledger/ledger-verification.service.js';
import { fail, namesText, ok, type Verdict } from './finding.js';

/** Examines what is chained by hash: the ledgers, and the events of accounts. */
@Injectable()
export class ChainExamination {
  constructor(
    private readonly ledgers: LedgerVerificationService,
    private readonly accounts: EventVerificationService,
  ) {}

  async ledger(): Promise<Verdict> {
    const { entries, faults } = await this.ledgers.verify();
    return faults.length === 0
      ? ok(`all ${entries} entries follow one from the other`)
      : fail(`entries do not follow one from the other: ${namedOf(faults)}`);
  }

  async events(): Promise<Verdict> {
    const { events, faults } = await this.accounts.verify();
    return faults.length === 0
      ? ok(
          `all ${events} events follow one from the other, and tell of every order since the first one`,
        )
      : fail(`events are not what has happened to orders: ${namedOf(faults)}`);
  }
}

function namedOf(faults: readonly string[]): string {
  return namesText(faults, { separator: '; ' });
}
