import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { TemporarilyUnavailableError } from '../../common/app-error.js';
import { SecretBox, SecretUnreadableError } from '../../common/secret-box.js';
import { aboutOrder, type Order, type OrderRef } from '../order.entity.js';
import { hasValues, type EarlierValue } from '../rules/order-fields.js';

const KEY_BYTES = 16;
/** Of the HMAC. */
const HASH_BYTES = 16;

type WithFields = OrderRef & Pick<Order, 'fields' | 'fieldSchema'>;

/**
 * What is kept of the required fields of an erased order, so that repeated requests are still compared with it: a hash of each under
 * a random key of the order. Key and hashes are encrypted under SECRET_KEYS: a value with few digits could be found by trying else.
 */
@Injectable()
export class FieldHashes {
  constructor(private readonly box: SecretBox) {}

  /** @throws SecretKeyMissingError */
  of(order: WithFields): Buffer {
    const key = randomBytes(KEY_BYTES);
    const hashes = requiredNames(order).map((name) => hashOf(key, name, order.fields[name]));
    return this.box.encrypt(Buffer.concat([key, ...hashes]).toString('base64'), aboutOrder(order));
  }

  /**
   * Whether a field of a repeated request has the value of the order, which may be erased.
   * @throws TemporarilyUnavailableError (111) when the secret key of the hashes is missing
   */
  earlierValue(order: WithFields & Pick<Order, 'encryptedFieldHashes'>): EarlierValue {
    const { encryptedFieldHashes: encrypted } = order;
    if (encrypted === null) return hasValues(order.fields);
    const [key = Buffer.of(), ...hashes] = this.opened(order, encrypted);
    const kept = new Map(requiredNames(order).map((name, index) => [name, hashes[index]]));
    return (name, value) => kept.get(name)?.equals(hashOf(key, name, value)) === true;
  }

  private opened(order: OrderRef, encrypted: Buffer): Buffer[] {
    try {
      const bytes = Buffer.from(this.box.decrypt(encrypted, aboutOrder(order)), 'base64');
      const count = bytes.length / HASH_BYTES;
      return Array.from({ length: count }, (_, index) =>
        bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
      );
    } catch (error) {
      if (error instanceof SecretUnreadableError) throw new TemporarilyUnavailableError(error);
      throw error;
    }
  }
}

function requiredNames({ fieldSchema }: WithFields): string[] {
  return fieldSchema.filter(({ required }) => required).map(({ name }) => name);
}

/** No request has an empty value, so a missing one may count as that. */
function hashOf(key: Buffer, name: string, value = ''): Buffer {
  const text = JSON.stringify([name, value]);
  return createHmac('sha256', key).update(text).digest().subarray(0, HASH_BYTES);
}
