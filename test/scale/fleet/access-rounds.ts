import { setTimeout as sleep } from 'node:timers/promises';
import { hashOfToken } from '../../../src/account/access/token-secret.js';
import type { Change, Recorder } from '../../judge/recorder.js';
import type { HttpClient } from '../../support/http-client.js';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import type { TestDatabase } from '../../support/test-database.js';
import { errorCode } from '../reader.js';

const PROFILE = '/client/api/profile';
const INTERVAL_MS = 4;
/** After this time the test gives up. */
const TIMEOUT_MS = 20_000;

/** A statement that withdraws access, and the error that requests must get afterwards. */
export interface Withdrawal {
  readonly code: number;
  readonly statement: string;
  /** The same by the admin API. */
  readonly change: (owner: { readonly accountId: number; readonly tokenId: number }) => Change;
}

const REVOCATION: Withdrawal = {
  code: 121,
  statement: 'UPDATE access_tokens SET revoked_at = now() WHERE token_hash = $1',
  change: ({ tokenId }) => ({ method: 'POST', path: `tokens/${tokenId}/revoke` }),
};
const BAR: Withdrawal = {
  code: 122,
  statement: `UPDATE accounts SET api_permitted = false
    WHERE id = (SELECT account_id FROM access_tokens WHERE token_hash = $1)`,
  change: ({ accountId }) => ({ method: 'POST', path: `accounts/${accountId}/suspend`, body: {} }),
};

export const WITHDRAWALS = [REVOCATION, BAR] as const;

/** Takes access away while it is used, and measures how long each instance goes on granting it. */
export class AccessRounds {
  /** The account of each token. */
  private readonly owners = new Map<string, number>();

  constructor(
    private readonly db: TestDatabase,
    private readonly instances: readonly HttpClient[],
    private readonly recorder: Recorder,
  ) {}

  /** A token that all instances remember, of an account of its own: what is withdrawn stays withdrawn. */
  async warmed(): Promise<string> {
    const { id, token } = await new ShopRows(this.db).account({ name: 'In and out' });
    // One token an account, so that the id of the account will do for both.
    this.recorder.own(token, { accountId: id, tokenId: id });
    this.owners.set(token, id);
    await Promise.all(
      this.instances.map(async (instance) => {
        while (errorCode((await instance.send(PROFILE, { token })).text) !== undefined) {
          await sleep(INTERVAL_MS);
        }
      }),
    );
    return token;
  }

  async withdraw(token: string, { statement, change }: Withdrawal): Promise<void> {
    const id = this.owners.get(token) ?? 0;
    await this.recorder.changing([change({ accountId: id, tokenId: id })], () =>
      this.db.query(statement, [hashOfToken(token)]),
    );
  }

  /**
   * @returns for each instance how long after the commit the last question was asked that was still let in, in
   * milliseconds; 0 when none was.
   */
  async round(withdrawal: Withdrawal): Promise<number[]> {
    const token = await this.warmed();
    const gone = { at: Infinity };
    const { code } = withdrawal;
    const watching = this.instances.map((instance) => lastGrant(instance, token, code, gone));
    await this.withdraw(token, withdrawal);
    gone.at = performance.now();
    return Promise.all(watching);
  }
}

async function lastGrant(
  instance: HttpClient,
  token: string,
  code: number,
  gone: { readonly at: number },
): Promise<number> {
  for (let last = 0; ;) {
    const { begun, text } = await instance.send(PROFILE, { token });
    const answered = errorCode(text);
    if (answered === code) return last;
    if (answered === undefined) last = Math.max(last, begun - gone.at);
    if (begun - gone.at > TIMEOUT_MS) return Infinity;
    await sleep(INTERVAL_MS);
  }
}
