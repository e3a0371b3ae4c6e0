import type { Type } from '@nestjs/common';
import { OperatorManagement } from '../../src/people/management/operator-management.service.js';
import type { Permission } from '../../src/people/permissions/permissions.js';
import type { Role } from '../../src/people/permissions/roles.js';
import { OperatorTokens } from '../../src/people/tokens/operator-tokens.service.js';
import type { Answer, Ask } from './http-client.js';

const BY = { actor: 'operator:test' };

/** A shop, or another instance on its database. */
interface Asked {
  service<T>(type: Type<T>): T;
  requestPage(path: string, ask?: Ask): Promise<Answer>;
}

/** What is sent besides the method and the path. */
export interface AdminAsk {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** For `Idempotency-Key`. */
  readonly key?: string;
  /** For `If-Match`. */
  readonly match?: string;
}

/** An operator with a token, for the admin API. */
export class TestOperator {
  private constructor(
    private readonly shop: Asked,
    readonly name: string,
    readonly token: string,
    readonly tokenId: number,
  ) {}

  /** @param scopes all permissions of the role if left out. */
  static async of(
    shop: Asked,
    role: Role,
    { name = role, scopes }: { name?: string; scopes?: readonly Permission[] } = {},
  ): Promise<TestOperator> {
    await shop.service(OperatorManagement).create(name, role, BY);
    const request = { operator: name, expiresAt: null, ...(scopes && { scopes }) };
    const { token, id } = await shop.service(OperatorTokens).create(request, BY);
    return new TestOperator(shop, name, token, id);
  }

  /** The same operator at another instance. */
  at(instance: Asked): TestOperator {
    return new TestOperator(instance, this.name, this.token, this.tokenId);
  }

  /** @param route such as `GET me`. */
  ask(route: string, { body, headers, key, match }: AdminAsk = {}): Promise<Answer> {
    const [method = '', path = ''] = route.split(' ');
    return this.shop.requestPage(`/admin/api/v1/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...(match !== undefined && { 'If-Match': match }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  /** The body of a success. @throws Error for any other answer */
  async get<T = Record<string, unknown>>(route: string, ask: AdminAsk = {}): Promise<T> {
    const { status, text, json } = await this.ask(route, ask);
    if (status < 200 || status > 299) throw new Error(`${route} is answered ${status}: ${text}`);
    return json as T;
  }
}
