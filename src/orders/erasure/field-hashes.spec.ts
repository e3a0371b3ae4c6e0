import fc from 'fast-check';
import { newSecretKey, SecretBox, secretKeyOf } from '../../common/secret-box.js';
import type { Order } from '../order.entity.js';
import { FieldHashes } from './field-hashes.js';

const boxOf = (key = newSecretKey()) => new SecretBox([secretKeyOf(key)!]);
const NAMES = ['playerId', 'zone', 'note'];
const orderOf = (fields: Record<string, string>, orderId = 'ID_1') => ({
  ...{ accountId: 1, orderId, fields, encryptedFieldHashes: null as Order['encryptedFieldHashes'] },
  fieldSchema: NAMES.map((name) => ({
    ...{ name, label: name, type: 'string' as const, required: name !== 'note' },
  })),
});

describe('the hashes of an erased order', () => {
  const hashes = new FieldHashes(boxOf());
  const erased = (order: ReturnType<typeof orderOf>) => ({
    ...{ ...order, fields: {}, encryptedFieldHashes: hashes.of(order) },
  });

  it('know the values of required fields, and no others', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), fc.string(), (player, zone, other) => {
        const order = orderOf({ playerId: player, zone });
        const [before, after] = [order, erased(order)].map((one) => hashes.earlierValue(one));
        for (const value of [player, zone, other, undefined]) {
          for (const name of ['playerId', 'zone']) {
            // A field that was sent is never empty, so an empty one counts as missing.
            const expected = before!(name, value) || (value ?? '') === order.fields[name];
            expect(after!(name, value)).toBe(expected);
          }
        }
      }),
    );
  });

  it('differ between orders and between runs, so that nobody sees who has ordered twice', () => {
    const order = orderOf({ playerId: '7', zone: '1' });
    expect(hashes.of(order)).not.toEqual(hashes.of(order));
    expect(hashes.of(order)).toHaveLength(
      hashes.of(orderOf({ playerId: '77777777', zone: '' })).length,
    );
  });

  it('of another order, or without their secret key, are no answer', () => {
    const { encryptedFieldHashes } = erased(orderOf({ playerId: '7', zone: '1' }));
    const moved = { ...orderOf({}, 'ID_2'), encryptedFieldHashes };
    expect(() => hashes.earlierValue(moved)).toThrow(
      expect.objectContaining({ retryAfterSeconds: 2 }) as Error,
    );
    const kept = { ...orderOf({}), encryptedFieldHashes };
    expect(() => new FieldHashes(boxOf()).earlierValue(kept)).toThrow();
  });
});
