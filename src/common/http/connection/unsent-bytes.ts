/** An answer that a client has not taken yet. */
export interface UnsentAnswer {
  /** What holds the bytes in memory; several answers may share it, and then it counts once. */
  readonly body: object;
  readonly byteLength: number;
  /** Number of the account that asked; undefined for callers without a token, who count as one account. */
  readonly accountId: number | undefined;
}

/** Most bytes that may wait unsent. */
export interface UnsentLimits {
  readonly ofAccountBytes: number;
  readonly inAllBytes: number;
}

interface Body {
  readonly byteLength: number;
  /** The bytes are counted for the account of the first. */
  readonly holders: Set<UnsentAnswer>;
}

interface Share {
  readonly accountId: number | undefined;
  readonly bodies: Set<Body>;
  bytes: number;
}

/** Counts the bytes of answers that wait for their clients, and tells which must go when they are too many. */
export class UnsentBytes {
  private readonly bodies = new Map<object, Body>();
  private readonly shares = new Map<number | undefined, Share>();
  private bytes = 0;

  constructor(private readonly limits: UnsentLimits) {}

  /** Bytes in memory for all of them. */
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
   * Answers that must be cut, given that an account has just asked for another: those that hold the oldest body of an
   * account beyond its limit or, when all together are beyond theirs, of the account with the most bytes. To be asked
   * again until there are none: a body that others wait for, too, counts for them from then on. An account's
   * only body is never cut, however large: it is one catalog.
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

/** The account's own alone: who else waits for the same body goes on, and it counts for them from then on. */
function oldestOf({ accountId, bodies }: Share): readonly UnsentAnswer[] {
  const [oldest] = bodies;
  return oldest ? [...oldest.holders].filter((answer) => answer.accountId === accountId) : [];
}
