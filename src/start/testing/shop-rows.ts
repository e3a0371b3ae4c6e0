import { DEFAULT_SCOPES, type Scope } from '../../account/access/scopes.js';
import { hashOfToken, newToken } from '../../account/access/token-secret.js';
import type { AccountField } from '../../catalog/account-field.js';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import type { ProductType, QuantityValues } from '../../catalog/quantity-values.js';

/** Runs one statement as the owner of the tables, and returns its rows. */
export interface RowsDatabase {
  query<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

export interface AccountRow {
  readonly name?: string;
  readonly email?: string;
  /** USD, deposited by one ledger entry. */
  readonly balance?: string;
  readonly creditLimit?: string;
  /** Name of the account's group, made when missing. */
  readonly group?: string;
  readonly apiPermitted?: boolean;
  readonly showUnavailable?: boolean;
  readonly testing?: boolean;
  readonly errorHttpStatus?: 'semantic' | 'always-200' | 'orders-200';
  readonly orderUuidMode?: 'uuid' | 'opaque';
  /** Addresses and ranges in CIDR notation. */
  readonly allowedIps?: readonly string[];
}

export interface TokenRow {
  /** An SQL interval from now, such as `-1 second`. */
  readonly expires?: string;
  readonly scopes?: readonly Scope[];
  /** Addresses and ranges in CIDR notation. */
  readonly allowedIps?: readonly string[];
}

export interface CategoryRow {
  readonly id?: number;
  readonly parentId?: number | null;
  readonly name?: string;
  readonly image?: string | null;
  readonly position?: number;
  readonly testingOnly?: boolean;
}

export interface ProductRow {
  readonly id?: number;
  /** A category of its own when left out. */
  readonly categoryId?: number;
  readonly name?: string;
  readonly price?: string;
  readonly available?: boolean;
  readonly type?: ProductType;
  readonly quantityValues?: QuantityValues;
  /** A text stands for a required field of that name. */
  readonly fields?: readonly (string | AccountField)[];
  readonly fulfillment?: readonly FulfillmentStep[];
  readonly image?: string | null;
  readonly position?: number;
}

/** Inserts rows by SQL, so that the set-up of a test depends on no service. */
export class ShopRows {
  constructor(private readonly database: RowsDatabase) {}

  /** @returns the account's id and a live token. */
  async account(row: AccountRow = {}): Promise<{ id: number; token: string }> {
    const groupId = row.group === undefined ? null : await this.group(row.group);
    const id = await this.insert('accounts', {
      name: row.name ?? 'Acme',
      email: row.email ?? 'ops@acme.example',
      group_id: groupId,
      api_permitted: row.apiPermitted ?? true,
      show_unavailable: row.showUnavailable ?? false,
      testing: row.testing ?? false,
      error_http_status: row.errorHttpStatus ?? null,
      order_uuid_mode: row.orderUuidMode ?? null,
      credit_limit: row.creditLimit ?? '0',
    });
    if (row.balance !== undefined) await this.deposit(id, row.balance);
    for (const range of row.allowedIps ?? []) {
      await this.database.query('INSERT INTO allowed_ips VALUES ($1, $2)', [id, range]);
    }
    return { id, token: await this.token(id) };
  }

  /** Another token of an account. */
  async token(
    accountId: number,
    { expires, scopes = DEFAULT_SCOPES, allowedIps = [] }: TokenRow = {},
  ): Promise<string> {
    const token = newToken();
    await this.database.query(
      `INSERT INTO access_tokens (account_id, token_hash, expires_at, scopes, allowed_ips)
       VALUES ($1, $2, now() + $3::interval, $4, $5::text[]::cidr[])`,
      [accountId, hashOfToken(token), expires ?? null, scopes, allowedIps],
    );
    return token;
  }

  async group(name: string): Promise<number> {
    const rows = await this.database.query<{ id: number }>(
      `INSERT INTO account_groups (name) VALUES ($1)
       ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id`,
      [name],
    );
    return idOf(rows);
  }

  category(row: CategoryRow = {}): Promise<number> {
    return this.insert('categories', {
      ...(row.id !== undefined && { id: row.id }),
      parent_id: row.parentId ?? null,
      name: row.name ?? 'Games',
      image: row.image ?? null,
      position: row.position ?? 0,
      testing_only: row.testingOnly ?? false,
    });
  }

  async product(row: ProductRow = {}): Promise<number> {
    return this.insert('products', {
      ...(row.id !== undefined && { id: row.id }),
      category_id: row.categoryId ?? (await this.category()),
      name: row.name ?? '60 UC',
      price: row.price ?? '1',
      available: row.available ?? true,
      product_type: row.type ?? 'amount',
      qty_values: row.quantityValues ? JSON.stringify(row.quantityValues) : null,
      fields: JSON.stringify((row.fields ?? []).map(fieldOf)),
      fulfillment: JSON.stringify(row.fulfillment ?? []),
      image: row.image ?? null,
      position: row.position ?? 0,
    });
  }

  private async deposit(accountId: number, amount: string): Promise<void> {
    await this.database.query(
      `WITH moved AS (UPDATE accounts SET balance = $2, ledger_sequence = 1 WHERE id = $1)
       INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, actor)
       VALUES ($1, 1, 'deposit', $2, $2, 'test')`,
      [accountId, amount],
    );
  }

  private async insert(table: string, columns: Record<string, unknown>): Promise<number> {
    const names = Object.keys(columns);
    const places = names.map((_, index) => `$${index + 1}`);
    const rows = await this.database.query<{ id: number }>(
      `INSERT INTO ${table} (${names.join()}) VALUES (${places.join()}) RETURNING id`,
      Object.values(columns),
    );
    return idOf(rows);
  }
}

function fieldOf(field: string | AccountField): AccountField {
  if (typeof field !== 'string') return field;
  return { name: field, label: field, type: 'string', required: true };
}

function idOf([row]: { id: number }[]): number {
  if (!row) throw new Error('the row was not inserted');
  return row.id;
}
