import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { commitmentTo, SALT_BYTES } from '../common/commitment.js';
import { placeAmong } from '../account/events/place-among.js';
import { SecretBox } from '../common/secret-box.js';
import { aboutOrder, type Order, type OrderRef } from './order.entity.js';

/** The columns that commit an order to its codes; both are null, or none. */
export type CommitmentColumns = Pick<Order, 'codeCommitments' | 'encryptedCodeSalts'>;

/** What proves the commitments of an event: a salt and a code for each, in their order. */
export interface CommittedTexts {
  readonly salts: Buffer;
  readonly texts: readonly string[];
}

const NONE: CommitmentColumns = { codeCommitments: null, encryptedCodeSalts: null };
const COMMITMENT_BYTES = 32;

/** SQL of the columns, for readers that have orders as `placed`. */
export const COMMITMENT_COLUMNS = `
  placed.code_commitments AS "codeCommitments", placed.sealed_code_salts AS "encryptedCodeSalts"`;

/** Commits orders to the codes that they deliver, and gives the salts that prove it to whoever may see the codes. */
@Injectable()
export class CodeCommitments {
  constructor(private readonly box: SecretBox) {}

  /**
   * What the order is committed to stays; the codes behind that get salts of their own. A test order commits to nothing.
   * @param codes all codes of the order
   * @throws SecretKeyMissingError; SecretUnreadableError if the former salts cannot be decrypted
   */
  columnsFor(
    order: OrderRef & Pick<Order, 'rehearsal'> & Partial<CommitmentColumns>,
    codes: readonly string[] | null,
  ): CommitmentColumns {
    if (codes === null || order.rehearsal) return NONE;
    const { codeCommitments: former = null, encryptedCodeSalts = null } = order;
    const count = committedCount(former);
    const added = codes
      .slice(count)
      .map((code) => ({ code, salt: randomBytes(SALT_BYTES) }))
      .map(({ code, salt }) => ({ salt, commitment: commitmentTo(code, salt) }));
    const salts = Buffer.concat([
      this.salts({ ...order, encryptedCodeSalts }),
      ...added.map(({ salt }) => salt),
    ]);
    const commitments = added.map(({ commitment }) => commitment);
    return {
      codeCommitments: Buffer.concat([former ?? Buffer.of(), ...commitments]),
      encryptedCodeSalts: this.box.encrypt(salts.toString('base64'), aboutOrder(order)),
    };
  }

  /**
   * What proves the commitments of an event `accepted`, `codes` or `late`.
   * @param codes all codes of the order
   * @param commitments of the event, in hexadecimal
   * @returns undefined if the order is not committed so, or if codes or salts that it has committed to are gone
   * @throws SecretUnreadableError
   */
  proofOf(
    order: OrderRef & CommitmentColumns,
    codes: readonly string[],
    commitments: string,
  ): CommittedTexts | undefined {
    const all = order.codeCommitments?.toString('hex') ?? '';
    const from = placeAmong(all, commitments);
    if (from === undefined) return undefined;
    const to = from + committedCount(Buffer.from(commitments, 'hex'));
    const salts = this.salts(order);
    if (codes.length < to || salts.length < to * SALT_BYTES) return undefined;
    return {
      salts: salts.subarray(from * SALT_BYTES, to * SALT_BYTES),
      texts: codes.slice(from, to),
    };
  }

  /**
   * The salts of an order's codes, 16 bytes each, in the order of the codes. SHA-256(salt ‖ code) is the commitment to it. The last
   * codes have none while no event has committed to them, and those of test orders and of earlier releases never.
   * @throws SecretUnreadableError
   */
  salts(order: OrderRef & Pick<Order, 'encryptedCodeSalts'>): Buffer {
    const { encryptedCodeSalts: encrypted } = order;
    if (encrypted === null) return Buffer.of();
    return Buffer.from(this.box.decrypt(encrypted, aboutOrder(order)), 'base64');
  }
}

/** To how many codes these commit. */
export function committedCount(commitments: Buffer | null): number {
  return (commitments?.length ?? 0) / COMMITMENT_BYTES;
}
