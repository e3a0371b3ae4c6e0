import { hash } from 'node:crypto';
import type { Database, FoundToken, TokenSource } from 'souk';

/** Tokens that a partner has issued. A withdrawn one is refused after 30 seconds at the latest. */
export class PartnerTokens implements TokenSource {
  constructor(private readonly database: Database) {}

  async find(token: string): Promise<FoundToken | undefined> {
    const rows = await this.database.manager.query<{ accountId: number }[]>(
      'SELECT account_id AS "accountId" FROM acme_tokens WHERE token_hash = $1',
      [hash('sha256', token, 'buffer')],
    );
    return rows[0] && { accountId: rows[0].accountId, goodForSeconds: 30 };
  }
}
