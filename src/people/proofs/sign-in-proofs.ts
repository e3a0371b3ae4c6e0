import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newToken } from '../../account/access/token-secret.js';
import { sharedRead } from '../../common/shared-read.js';
import { provenText, textOfProven, type ProofKind } from './proven-text.js';
import { SignInStateRepository } from './sign-in-state.repository.js';

/** A restore makes another key; no instance goes by the former one for longer. */
const KEPT_MS = 5_000;

/**
 * Tells by a key in the database what the shop has made itself, so that strangers with anything else are turned away without
 * a look into the database.
 */
@Injectable()
export class SignInProofs {
  private known: { readonly key: Buffer; readonly readAtMs: number } | undefined;
  private readonly read: () => Promise<Buffer>;

  constructor(private readonly state: SignInStateRepository) {
    this.read = sharedRead(async () => {
      const key = await state.key();
      this.known = { key, readAtMs: performance.now() };
      return key;
    });
  }

  async prove(kind: ProofKind, text: string, manager?: EntityManager): Promise<string> {
    return provenText(kind, text, await this.state.key(manager));
  }

  /** @returns what was proven; undefined for anything else */
  async check(kind: ProofKind, proven: string): Promise<string | undefined> {
    return textOfProven(kind, proven, await this.key());
  }

  /** The secret of a link. */
  newLink(manager?: EntityManager): Promise<string> {
    return this.prove('link', newToken(), manager);
  }

  private async key(): Promise<Buffer> {
    const { known } = this;
    return known && performance.now() - known.readAtMs < KEPT_MS ? known.key : this.read();
  }
}
