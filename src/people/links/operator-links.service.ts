import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { hashOfToken } from '../../account/access/token-secret.js';
import { AuditedChanges } from '../changes/audited-changes.js';
import { authorOf, type RequestOrigin } from '../changes/change-author.js';
import { LinkInvalidError } from '../operators.errors.js';
import { PasswordHashing } from '../passwords/password-hashing.js';
import { passwordFault } from '../passwords/password-rules.js';
import { CredentialsRepository } from '../operators/credentials.repository.js';
import { actorOf, operatorNameOf } from '../operators/operator-name.js';
import { OperatorsRepository, type Operator } from '../operators/operators.repository.js';
import { LinksRepository, type OpenLink } from './links.repository.js';

export interface LinkUse {
  /** As it stands in the link. */
  readonly secret: string;
  readonly password: string;
  /** The name that the first operator chooses; ignored for others. */
  readonly name?: string;
}

/** The first operator is the owner. */
const FIRST_ROLE = 'owner';

/** One-time links by which operators set their passwords. */
@Injectable()
export class OperatorLinks {
  constructor(
    private readonly changes: AuditedChanges,
    private readonly links: LinksRepository,
    private readonly operators: OperatorsRepository,
    private readonly credentials: CredentialsRepository,
    private readonly passwords: PasswordHashing,
  ) {}

  /**
   * A link by which whoever has it becomes the owner; the one before is not valid any more.
   * @returns its secret; undefined where there are operators.
   */
  forFirstOperator(): Promise<string | undefined> {
    return this.links.replaceFirst();
  }

  /** For whom a link is; undefined for one that is not open. */
  find(secret: string): Promise<OpenLink | undefined> {
    return this.links.find(hashOfToken(secret));
  }

  /**
   * Sets the password of the link's operator, and uses the link up; of concurrent calls one succeeds.
   * @returns the name of the operator
   * @throws LinkInvalidError; OperatorInputError for an unsuitable name or password, which leaves the link as it is
   */
  async redeem(
    { secret, password, name: chosen = '' }: LinkUse,
    origin: RequestOrigin,
  ): Promise<string> {
    const link = await this.find(secret);
    if (!link || link.signsIn) throw new LinkInvalidError();
    const name = link.name ?? operatorNameOf(chosen);
    const fault = passwordFault(password, name);
    if (fault) throw fault;
    const hash = await this.passwords.hash(password);
    const role = (await this.operators.find(name))?.role ?? FIRST_ROLE;
    const author = authorOf({ actor: actorOf(name), role }, origin);
    const action = { name: 'operator set-password', details: { operator: name } };
    return this.changes.run(author, action, async (manager) => {
      const operator =
        link.operatorId === null
          ? await this.addFirst(manager, name)
          : await this.operators.lockById(manager, link.operatorId);
      const isUsed = await this.links.use(manager, hashOfToken(secret));
      if (!operator || operator.disabledAt || !isUsed) throw new LinkInvalidError();
      await this.credentials.setPassword(manager, operator.id, hash);
      return {
        result: name,
        before: { password: operator.hasPassword },
        after: { password: true, role: operator.role },
      };
    });
  }

  /** @returns undefined if there are operators meanwhile */
  private async addFirst(manager: EntityManager, name: string): Promise<Operator | undefined> {
    if (await this.operators.exist(manager)) return undefined;
    return this.operators.add(manager, name, FIRST_ROLE);
  }
}
