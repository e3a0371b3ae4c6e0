/** Cost parameters of argon2id. They stand in each stored text, so that they can be raised. */
export interface Argon2Cost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

/** A stored password in parts. */
export interface StoredPassword {
  readonly cost: Argon2Cost;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** As OWASP advises for argon2id: 19 MiB, two passes, one lane. */
export const PRESENT_COST: Argon2Cost = { memoryKib: 19_456, passes: 2, lanes: 1 };

/** Costs beyond these are not computed, since a damaged row could otherwise take all memory. */
const MAX_COST: Argon2Cost = { memoryKib: 1_048_576, passes: 20, lanes: 16 };

/** Version 1.3 of argon2, the only one that Node computes. */
const HEAD = '$argon2id$v=19$';
const STORED =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{11,86})\$([\w+/]{16,86})$/;

/** The text in which argon2's own tools store passwords, too (PHC). */
export function passwordText({ cost, salt, hash }: StoredPassword): string {
  const { memoryKib, passes, lanes } = cost;
  return `${HEAD}m=${memoryKib},t=${passes},p=${lanes}$${unpadded(salt)}$${unpadded(hash)}`;
}

/** @returns undefined for a text that was not stored by `passwordText`. */
export function storedPassword(text: string): StoredPassword | undefined {
  const [, memory, passes, lanes, salt = '', hash = ''] = STORED.exec(text) ?? [];
  const cost = { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) };
  return isComputable(cost)
    ? { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') }
    : undefined;
}

/** True if a password should be hashed anew when it is known, because its cost is not the present one. */
export function isOutdated({ cost }: StoredPassword): boolean {
  return (
    cost.memoryKib !== PRESENT_COST.memoryKib ||
    cost.passes !== PRESENT_COST.passes ||
    cost.lanes !== PRESENT_COST.lanes
  );
}

/** False for NaN, too. */
function isComputable({ memoryKib, passes, lanes }: Argon2Cost): boolean {
  return (
    lanes >= 1 &&
    lanes <= MAX_COST.lanes &&
    passes >= 1 &&
    passes <= MAX_COST.passes &&
    memoryKib >= 8 * lanes &&
    memoryKib <= MAX_COST.memoryKib
  );
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
