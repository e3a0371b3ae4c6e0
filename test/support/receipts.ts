import { createHash, createPublicKey, verify } from 'node:crypto';
import type { ShopClient } from './test-shop.js';
import { until } from './until.js';

/** Number and hash of the last event and the last entry of an account, by SQL. $1: the account. */
export const HEADS = `
  SELECT
    (SELECT number::text || ' ' || encode(hash, 'hex') FROM account_events
     WHERE account_id = $1 ORDER BY number DESC LIMIT 1) AS event,
    (SELECT sequence::text || ' ' || encode(entry_hash, 'hex') FROM ledger_entries
     WHERE account_id = $1 ORDER BY sequence DESC LIMIT 1) AS entry`;

export interface Signed {
  readonly signed: string;
  readonly signature: string;
  readonly key: string;
}

export interface PublicKeys {
  readonly keys: readonly {
    readonly key: string;
    readonly algorithm: string;
    readonly public_key: string;
    readonly from: string;
    readonly until: string | null;
    readonly reason: string | null;
  }[];
  readonly breaks: readonly Signed[];
}

/** The bytes before a raw Ed25519 key in its usual form. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

const sha256 = (...parts: readonly (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The texts that were signed. @throws if none of the keys has signed them */
export function verified(text: Signed, { keys }: PublicKeys): string[] {
  const stated = keys.find(({ key }) => key === text.key);
  const raw = Buffer.from(stated?.public_key ?? '', 'base64');
  const key = createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, raw]),
    ...{ format: 'der', type: 'spki' },
  } as const);
  const isRight =
    sha256(raw).toString('hex') === text.key &&
    verify(null, Buffer.from(text.signed), key, Buffer.from(text.signature, 'base64'));
  if (!isRight) throw new Error('the signature is wrong');
  return JSON.parse(text.signed) as string[];
}

/** What everybody may read. @param key the fingerprint of a key that must be among them; one that is new is there within a second */
export function publicKeys(ask: ShopClient, key?: string): Promise<PublicKeys> {
  return until(async () => {
    const published = (await ask('/client/api/receipts/keys')).json as PublicKeys;
    return (key === undefined || published.keys.some((one) => one.key === key)) && published;
  });
}

/** The root of a tree of RFC 6962 by the path of one leaf, as RFC 9162 verifies it; undefined if the path does not fit. */
export function provenRoot(
  leaf: string,
  {
    index,
    path,
    count,
  }: { readonly index: number; readonly path: readonly string[]; readonly count: number },
): string | undefined {
  let hash = sha256('\0', leaf);
  let [at, last] = [index, count - 1];
  for (const text of path) {
    const other = Buffer.from(text, 'hex');
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      hash = sha256('\x01', other, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at >> 1, last >> 1];
    } else {
      hash = sha256('\x01', hash, other);
    }
    [at, last] = [at >> 1, last >> 1];
  }
  return last === 0 ? hash.toString('hex') : undefined;
}
