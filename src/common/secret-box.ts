import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type DecipherGCM,
  type KeyObject,
} from 'node:crypto';
import { OperatorError } from './app-error.js';
import { sentence } from './sentence.js';

const ALGORITHM = 'aes-256-gcm';
/** Version of the encrypted form; a later form may begin with another number. */
const VERSION = 1;
const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES;

/** Of data of any length; its version, so that a later form may have another one. */
const STREAM_HEAD_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES;

/** A text was encrypted under a key that is not in SECRET_KEYS, or was changed afterwards. */
export class SecretUnreadableError extends OperatorError {}

/** There is no key to encrypt under, and no secret is stored as plain text. */
export class SecretKeyMissingError extends OperatorError {
  constructor() {
    super(...sentence('secret-key.missing'));
  }
}

/** What surrounds the ciphertext of a stream. */
export interface StreamEnds {
  readonly head: Buffer;
  readonly tag: Buffer;
}

/** The lengths of these. */
export const STREAM_ENDS_BYTES = { head: STREAM_HEAD_BYTES, tag: TAG_BYTES } as const;

interface BoxKey {
  readonly id: Buffer;
  readonly key: KeyObject;
}

/**
 * Encrypts texts for the database: AES-256-GCM under the first of several keys, and decrypts what was encrypted under
 * any of them, so that keys can be rotated. The encrypted form is version, key id, nonce, tag, ciphertext.
 */
export class SecretBox {
  /** As `KeyObject`: with the bytes of a key, Node takes several times as long for a short text. */
  private readonly keys: readonly BoxKey[];

  /** @param keys 32 bytes each, the newest first; without any, nothing can be encrypted or decrypted. */
  constructor(keys: readonly Buffer[]) {
    this.keys = keys.map((key) => ({ key: createSecretKey(key), id: idOf(key) }));
  }

  /** True when there is a key to encrypt under. */
  get hasKey(): boolean {
    return this.keys.length > 0;
  }

  /** The first bytes of what is encrypted under the newest key; what begins otherwise has an older key. */
  get newestMark(): Buffer {
    return markOf(this.newest());
  }

  /** The same for each key, the newest first; what begins otherwise cannot be decrypted. */
  get marks(): Buffer[] {
    return this.keys.map(markOf);
  }

  /** Ids of the keys, the newest first; an id does not reveal its key. */
  get keyIds(): string[] {
    return this.keys.map(({ id }) => id.toString('hex'));
  }

  /**
   * @param about what the text belongs to, such as `order:7:ID_…`. Decryption needs the same value, so an encrypted text
   * that was copied into another row cannot be decrypted.
   * @throws SecretKeyMissingError
   */
  encrypt(text: string, about: string): Buffer {
    const { id, key } = this.newest();
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(about));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), id, nonce, cipher.getAuthTag(), encrypted]);
  }

  /** @throws SecretUnreadableError */
  decrypt(encrypted: Buffer, about: string): string {
    const id = encrypted.subarray(1, 1 + KEY_ID_BYTES);
    const found = this.keys.find((candidate) => candidate.id.equals(id));
    if (!found || encrypted[0] !== VERSION || encrypted.length < HEAD_BYTES) {
      throw new SecretUnreadableError(
        `What belongs to ${about} was sealed by the key ${id.toString('hex')}, which SECRET_KEYS does not hold; add that key again.`,
      );
    }
    const nonce = encrypted.subarray(1 + KEY_ID_BYTES, HEAD_BYTES - TAG_BYTES);
    const decipher = createDecipheriv(ALGORITHM, found.key, nonce)
      .setAAD(Buffer.from(about))
      .setAuthTag(encrypted.subarray(HEAD_BYTES - TAG_BYTES, HEAD_BYTES));
    try {
      return (
        decipher.update(encrypted.subarray(HEAD_BYTES), undefined, 'utf8') + decipher.final('utf8')
      );
    } catch (error) {
      throw new SecretUnreadableError(
        `What belongs to ${about} was changed in the database and cannot be opened; restore it from a backup.`,
        { cause: error },
      );
    }
  }

  /**
   * Encrypts up to 64 GiB under a key that is derived from the newest one. The encrypted form is version, key id, nonce,
   * ciphertext, tag.
   * @param purpose what is encrypted for one cannot be decrypted for another.
   * @throws SecretKeyMissingError
   */
  async *encryptStream(chunks: AsyncIterable<Buffer>, purpose: string): AsyncGenerator<Buffer> {
    const { key } = this.newest();
    const nonce = randomBytes(NONCE_BYTES);
    const head = Buffer.concat([this.newestMark, nonce]);
    const cipher = createCipheriv(ALGORITHM, derivedKey(key, purpose), nonce).setAAD(head);
    yield head;
    for await (const chunk of chunks) yield cipher.update(chunk);
    yield Buffer.concat([cipher.final(), cipher.getAuthTag()]);
  }

  /**
   * Decrypts what lies between head and tag. It fails at the end if anything was changed.
   * @throws SecretUnreadableError if the key is not known
   */
  decipherStream({ head, tag }: StreamEnds, purpose: string): DecipherGCM {
    const id = head.subarray(1, 1 + KEY_ID_BYTES);
    const found = this.keys.find((candidate) => candidate.id.equals(id));
    if (!found || head[0] !== VERSION) {
      throw new SecretUnreadableError(
        `The ${purpose} is encrypted under the key ${id.toString('hex')}; add it to SECRET_KEYS, or as a line to the file secret-keys of the embedded database.`,
      );
    }
    return createDecipheriv(ALGORITHM, derivedKey(found.key, purpose), head.subarray(-NONCE_BYTES))
      .setAAD(head)
      .setAuthTag(tag);
  }

  /**
   * A text's keyed hash under every key, the newest first: finds an equal text without revealing it.
   * @param purpose hashes for different purposes are never equal.
   * @throws SecretKeyMissingError
   */
  hashes(text: string, purpose: string): [Buffer, ...Buffer[]] {
    const [newest, ...older] = [this.newest(), ...this.keys.slice(1)];
    const hash = ({ key }: BoxKey): Buffer =>
      createHmac('sha256', derivedKey(key, purpose)).update(text, 'utf8').digest();
    return [hash(newest), ...older.map(hash)];
  }

  private newest(): BoxKey {
    const [newest] = this.keys;
    if (newest) return newest;
    throw new SecretKeyMissingError();
  }
}

/** A random key in the format of SECRET_KEYS. */
export function newSecretKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

/** The id of a key, shown in place of the key: 8 hexadecimal digits. */
export function secretKeyId(key: Buffer): string {
  return idOf(key).toString('hex');
}

/** @returns the key, or undefined when the text is no base64 of 32 bytes. */
export function secretKeyOf(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64');
  return key.length === KEY_BYTES && key.toString('base64') === text ? key : undefined;
}

function markOf({ id }: { id: Buffer }): Buffer {
  return Buffer.concat([Buffer.of(VERSION), id]);
}

function idOf(key: Buffer): Buffer {
  return createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES);
}

function derivedKey(key: KeyObject, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `souk ${purpose}`, KEY_BYTES));
}
