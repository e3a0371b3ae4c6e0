import { Injectable } from '@nestjs/common';
import { EventVerificationService } from '../../account/events/event-verification.service.js';
import { LedgerVerificationService } from '../../account/ledger/ledger-verification.service.js';
import { SigningKeys } from '../../account/receipts/signing-keys.service.js';
import { fail, namesText, ok, type Verdict } from './finding.js';

/** Examines what is chained by hash, the ledgers and the events of accounts, and whether the ends of both are signed. */
@Injectable()
export class ChainExamination {
  constructor(
    private readonly ledgers: LedgerVerificationService,
    private readonly accounts: EventVerificationService,
    private readonly signing: SigningKeys,
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

  async receipts(): Promise<Verdict> {
    if (!this.signing.canSign) {
      return ok(
        'nothing is signed for resellers; put a key into SECRET_KEYS, and they get signed checkpoints',
      );
    }
    const key = (await this.signing.list()).at(-1);
    return ok(
      key
        ? `checkpoints are signed by ${key.fingerprint}; give this fingerprint to resellers by another way`
        : 'nothing was signed for resellers yet; the first checkpoint makes the key',
    );
  }
}

function namedOf(faults: readonly string[]): string {
  return namesText(faults, { separator: '; ' });
}
