/** An answer that a client has not read completely. */
export interface UnsentAnswer {
  /** The object that holds the bytes in memory; a body that several answers share is counted once. */
  readonly body: object;
  readonly byteLength: number;
  /** Id of the caller's account; undefined for callers without a token, who count as one account. */
  readonly accountId: number | undefined;
}

/** Most unsent bytes. */
export interface UnsentLimits {
  readonly ofAccountBytes: number;
  readonly inAllBytes: number;
}

interface Body {
  readonly byteLength: number;
  /** The bytes are counted for the account of the first one. */
  readonly holders: Set<UnsentAnswer>;
}

interface Share {
  readonly accountId: number | undefined;
  readonly bodies: Set<Body>;
  bytes: number;
}

/** Counts the bytes of unsent answers, and chooses which to give up when they are too many. */
export class UnsentBytes {
  private readonly bodies = new Map<object, Body>();
  private readonly shares = new Map<number | undefined, Share>();
  private bytes = 0;

  constructor(private readonly limits: UnsentLimits) {}

  /** Bytes of all unsent answers. */
  get total(): number {
    return this.bytes;
  }

  add(answer: UnsentAnswer): void {
    const known = this.bodies.get(answer.body);
    if (known) {
      known.holders.add(answer);
      return;
    }
    const body = { byteLength: answer.byteLength, holders: new Set([answer]) };
    this.bodies.set(answer.body, body);
    this.charge(body, answer);
  }

  remove(answer: UnsentAnswer): void {
    const body = this.bodies.get(answer.body);
    const first = body && firstOf(body);
    if (!body?.holders.delete(answer) || first !== answer) return;
    this.discharge(body, answer);
    const next = firstOf(body);
    if (next) this.charge(body, next);
    else this.bodies.delete(answer.body);
  }

  /**
   * Answers to give up after one was added for this account: those with the oldest body of the account if it is beyond
   * its limit, else, if all together are beyond theirs, those with the oldest body of the account with the most bytes.
   * Call it again until the result is empty, because a body that other accounts share is then counted for one of them.
   * The only body of an account is never given up, however large: it is one catalog.
   */
  excess(accountId: number | undefined): readonly UnsentAnswer[] {
    const share = this.shares.get(accountId);
    if (share && share.bytes > this.limits.ofAccountBytes && share.bodies.size > 1) {
      return oldestOf(share);
    }
    if (this.bytes <= this.limits.inAllBytes) return [];
    const several = [...this.shares.values()].filter(({ bodies }) => bodies.size > 1);
    const [largest] = several.sort((left, right) => right.bytes - left.bytes);
    return largest ? oldestOf(largest) : [];
  }

  private charge(body: Body, { accountId }: UnsentAnswer): void {
    const share = this.shares.get(accountId) ?? { accountId, bodies: new Set(), bytes: 0 };
    this.shares.set(accountId, share);
    share.bodies.add(body);
    share.bytes += body.byteLength;
    this.bytes += body.byteLength;
  }

  private discharge(body: Body, { accountId }: UnsentAnswer): void {
    const share = this.shares.get(accountId);
    if (!share?.bodies.delete(body)) return;
    share.bytes -= body.byteLength;
    this.bytes -= body.byteLength;
    if (share.bodies.size === 0) this.shares.delete(accountId);
  }
}

function firstOf({ holders }: Body): UnsentAnswer | undefined {
  const [first] = holders;
  return first;
}

/** Only the account's own answers: other accounts keep the same body, which is then counted for one of them. */
function oldestOf({ accountId, bodies }: Share): readonly UnsentAnswer[] {
  const [oldest] = bodies;
  return oldest ? [...oldest.holders].filter((answer) => answer.accountId === accountId) : [];
}
