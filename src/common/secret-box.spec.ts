import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import {
  newSecretKey,
  SecretBox,
  secretKeyOf,
  SecretUnreadableError,
  STREAM_ENDS_BYTES,
} from './secret-box.js';

const keyOf = (fill: number): Buffer => Buffer.alloc(32, fill);
const box = new SecretBox([keyOf(1)]);

describe('the secret box', () => {
  it('decrypts what it encrypted, and only where it belongs', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (text, about, other) => {
        const good = text.toWellFormed();
        const encrypted = box.encrypt(good, about);

        expect(box.decrypt(encrypted, about)).toBe(good);
        if (other !== about) {
          expect(() => box.decrypt(encrypted, other)).toThrow(SecretUnreadableError);
        }
      }),
    );
  });

  it('never encrypts one text twice alike, nor shows it', () => {
    const [first, second] = [box.encrypt('CODE-1', 'a'), box.encrypt('CODE-1', 'a')];

    expect(first.equals(second)).toBe(false);
    expect(first.includes('CODE-1')).toBe(false);
  });

  it('notices every changed byte', () => {
    const encrypted = box.encrypt('CODE-1', 'a');
    for (const index of encrypted.keys()) {
      const changed = Buffer.from(encrypted);
      changed[index] = changed[index]! ^ 1;
      expect(() => box.decrypt(changed, 'a')).toThrow(SecretUnreadableError);
    }
    expect(() => box.decrypt(Buffer.alloc(0), 'a')).toThrow(SecretUnreadableError);
  });

  it('decrypts under an older key, and encrypts under the newest', () => {
    const both = new SecretBox([keyOf(2), keyOf(1)]);
    const [old, fresh] = [box.encrypt('CODE-1', 'a'), both.encrypt('CODE-1', 'a')];

    expect(both.decrypt(old, 'a')).toBe('CODE-1');
    expect(() => box.decrypt(fresh, 'a')).toThrow(/SECRET_KEYS/);
    expect(fresh.subarray(0, 5)).toEqual(both.newestMark);
    expect(old.subarray(0, 5)).not.toEqual(both.newestMark);
    expect(both.marks).toEqual([both.newestMark, box.newestMark]);
  });

  it('hashes equal texts alike, under each key and purpose differently', () => {
    const both = new SecretBox([keyOf(2), keyOf(1)]);

    expect(box.hashes('A', 'codes')).toEqual(box.hashes('A', 'codes'));
    expect(both.hashes('A', 'codes')[1]).toEqual(box.hashes('A', 'codes')[0]);
    expect(box.hashes('A', 'codes')).not.toEqual(box.hashes('A', 'other'));
    expect(box.hashes('A', 'codes')).not.toEqual(box.hashes('B', 'codes'));
  });

  it('says what to do without a key', () => {
    const none = new SecretBox([]);

    expect(none.hasKey).toBe(false);
    expect(() => none.encrypt('A', 'a')).toThrow(/SECRET_KEYS/);
    expect(() => none.hashes('A', 'codes')).toThrow(/SECRET_KEYS/);
  });

  it('makes keys that are taken, and takes no others', () => {
    expect(secretKeyOf(newSecretKey())).toHaveLength(32);
    expect(newSecretKey()).not.toBe(newSecretKey());
    for (const wrong of ['', 'short', 'A'.repeat(44), `${newSecretKey()}=`]) {
      expect(secretKeyOf(wrong)).toBeUndefined();
    }
  });
});

describe('a stream', () => {
  const chunks = [Buffer.from('one '), Buffer.alloc(0), Buffer.from('two')];

  const encrypted = (): Promise<Buffer> =>
    buffer(box.encryptStream(Readable.from(chunks), 'backup'));

  function decrypted(bytes: Buffer, by = box, purpose = 'backup'): string {
    const { head, tag } = STREAM_ENDS_BYTES;
    const ends = { head: bytes.subarray(0, head), tag: bytes.subarray(-tag) };
    const decipher = by.decipherStream(ends, purpose);
    return decipher.update(bytes.subarray(head, -tag), undefined, 'utf8') + decipher.final('utf8');
  }

  it('is decrypted under the same key, for the same purpose, and unchanged', async () => {
    const bytes = await encrypted();
    expect(decrypted(bytes)).toBe('one two');
    expect(() => decrypted(bytes, box, 'other')).toThrow();
    for (const place of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[place]! ^= 1;
      expect(() => decrypted(changed)).toThrow();
    }
  });

  it('of another key says which one', async () => {
    const other = new SecretBox([keyOf(2)]);
    const bytes = await encrypted();
    expect(() => decrypted(bytes, other)).toThrow(`is encrypted under the key ${box.keyIds[0]}`);
  });
});
