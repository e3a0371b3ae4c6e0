import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessTokenService } from '../../account/access/access-token.service.js';
import { AllowedIpService } from '../../account/access/allowed-ip.service.js';
import { AccountService } from '../../account/account.service.js';
import { AuditedChanges } from '../../operators/changes/audited-changes.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import type { Precondition } from '../http/entity-tag.js';
import { accountTokenShape, allowedIpsShape, tokenSettingsOf } from './account-access.shapes.js';
import type {
  AccountTokenChangeDto,
  AccountTokenDto,
  AllowedIpsDto,
  IssuedAccountTokenDto,
  NewAccountTokenDto,
} from './account-access.dto.js';

/** Changes the tokens and Allowed IPs of accounts for operators, each with its audit entry. */
@Injectable()
export class AccessAdmin {
  constructor(
    private readonly tokens: AccessTokenService,
    private readonly ips: AllowedIpService,
    private readonly accounts: AccountService,
    private readonly changes: AuditedChanges,
  ) {}

  issue(
    accountId: number,
    { expires_at: expires, ...settings }: NewAccountTokenDto,
    by: ChangeAuthor,
  ): Promise<IssuedAccountTokenDto> {
    const options = {
      ...tokenSettingsOf(settings),
      ...(expires !== undefined && { expiresAt: new Date(expires) }),
    };
    const action = { name: 'token issue', details: { account: accountId, ...options } };
    return this.changes.run(by, action, async (manager) => {
      const { id, token } = await this.tokens.issue(accountId, options, manager);
      const after = { ...accountTokenShape(await this.tokens.get(id, manager)) };
      return { result: { id, account_id: accountId, token }, before: null, after };
    });
  }

  set(
    id: number,
    change: AccountTokenChangeDto,
    expected: Precondition,
    by: ChangeAuthor,
  ): Promise<AccountTokenDto> {
    const action = { name: 'token set', details: { token: id, ...change } };
    return this.changes.run(by, action, async (manager) => {
      const settings = tokenSettingsOf(change);
      const changed = await this.tokens.change(manager, id, settings, (token) => {
        expected.assert(accountTokenShape(token));
      });
      const [before, after] = [accountTokenShape(changed.before), accountTokenShape(changed.after)];
      return { result: after, before: { ...before }, after: { ...after } };
    });
  }

  /** Ends a token and its family. */
  revoke(id: number, by: ChangeAuthor): Promise<AccountTokenDto> {
    const action = { name: 'token revoke', details: { token: id } };
    return this.changes.run(by, action, async (manager) => {
      const ended = await this.tokens.end(manager, id);
      const [before, after] = [accountTokenShape(ended.before), accountTokenShape(ended.after)];
      return { result: after, before: { ...before }, after: { ...after } };
    });
  }

  allow(accountId: number, range: string, by: ChangeAuthor): Promise<AllowedIpsDto> {
    const action = { name: 'ip add', details: { account: accountId, range } };
    return this.changeIps(action, accountId, by, (manager) =>
      this.ips.add(accountId, range, manager),
    );
  }

  disallow(accountId: number, range: string, by: ChangeAuthor): Promise<AllowedIpsDto> {
    const action = { name: 'ip remove', details: { account: accountId, range } };
    return this.changeIps(action, accountId, by, (manager) =>
      this.ips.remove(accountId, range, manager),
    );
  }

  private changeIps(
    action: Parameters<AuditedChanges['run']>[1],
    accountId: number,
    by: ChangeAuthor,
    change: (manager: EntityManager) => Promise<string>,
  ): Promise<AllowedIpsDto> {
    return this.changes.run(by, action, async (manager) => {
      // Its row is locked, so that the lists before and after are those of this change alone.
      await this.accounts.change(manager, accountId, {});
      const before = allowedIpsShape(await this.ips.list(accountId, manager));
      await change(manager);
      const result = allowedIpsShape(await this.ips.list(accountId, manager));
      return { result, before: rangesIn(before), after: rangesIn(result) };
    });
  }
}

function rangesIn({ items }: AllowedIpsDto): Record<string, unknown> {
  return { allowed_ips: items.map(({ range }) => range) };
}
