import { Injectable } from '@nestjs/common';
import { sharedRead } from '../../common/shared-read.js';
import { ReceiptHistoryRepository } from './receipt-history.repository.js';
import type { SignedText } from './signed-text.js';
import { SigningKeys } from './signing-keys.service.js';
import { Witnesses, witnessOf } from './witness.service.js';
import type { Witness } from './witness.repository.js';

/** A key as it is published. */
export interface PublishedKey {
  readonly key: string;
  readonly algorithm: 'Ed25519';
  /** The 32 bytes in Base64. */
  readonly public_key: string;
  readonly from: string;
  readonly until: string | null;
  readonly reason: string | null;
}

export interface PublishedKeys {
  readonly keys: readonly PublishedKey[];
  readonly breaks: readonly SignedText[];
}

/** Anybody may ask, so the database is asked at most once in this time. */
const FRESH_MS = 1_000;

/** What everybody may read of the receipts of the shop. */
@Injectable()
export class PublishedReceipts {
  /** The fingerprints that were read last. */
  fingerprints: readonly string[] = [];

  readonly keys = remembered(() => this.readKeys());
  private readonly witnesses = remembered(() => this.all.list());

  constructor(
    private readonly signing: SigningKeys,
    private readonly history: ReceiptHistoryRepository,
    private readonly all: Witnesses,
  ) {}

  /** That of a day, or the last one. @throws BadParameterError (114) for a day without one */
  async witness(day: string | undefined): Promise<Witness | undefined> {
    return witnessOf(await this.witnesses(), day);
  }

  private async readKeys(): Promise<PublishedKeys> {
    const keys = (await this.signing.list()).map(({ fingerprint, publicKey, ...times }) => ({
      ...{ key: fingerprint, algorithm: 'Ed25519' as const },
      ...{ public_key: publicKey.toString('base64'), ...times },
    }));
    const fingerprints = keys.map(({ key }) => key);
    if (fingerprints.join() !== this.fingerprints.join()) this.fingerprints = fingerprints;
    return { keys, breaks: await this.history.breaks() };
  }
}

/** A read that is shared with all who ask within a second. */
function remembered<T>(read: () => Promise<T>): () => Promise<T> {
  const shared = sharedRead(read);
  let last: { readonly at: number; readonly value: T } | undefined;
  return async () => {
    if (last && performance.now() - last.at < FRESH_MS) return last.value;
    const at = performance.now();
    const value = await shared();
    last = { at, value };
    return value;
  };
}
