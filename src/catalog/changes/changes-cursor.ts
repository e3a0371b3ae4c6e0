import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import type { Audience } from '../view/rules.js';

/** The parts of a cursor of `changes`, which says the catalog revision of the answer that it came with. */
export interface ChangesCursor {
  /** Encrypted, since its number counts the changes that the caller must not see, too. */
  readonly revision: Buffer;
  /** Authenticates the revision together with all else that the answer depended on. */
  readonly code: Buffer;
}

/** What a cursor says to who has the key. */
export interface DecryptedCursor {
  readonly revision: string;
  /** False if the cursor was made in another context, or by nobody; then any revision may come out. */
  readonly isAuthentic: boolean;
}

/** What an answer depends on besides the catalog revision. With any other value, the cursor is not authentic. */
export interface CursorContext {
  readonly audience: Audience;
  /** The digest of the catalog policies for the audience; undefined without policies. */
  readonly policies: string | undefined;
  /** See `lineageOf`: changed by a restore or a failover. */
  readonly lineage: string;
  /** The images of items are below it. */
  readonly baseUrl: string;
}

const NUMBER_BYTES = 8;
const NONCE_BYTES = 16;
const REVISION_BYTES = NUMBER_BYTES + NONCE_BYTES;
const CODE_BYTES = 16;
const CURSOR_BYTES = REVISION_BYTES + CODE_BYTES;
const CURSOR_CHARACTERS = Math.ceil((CURSOR_BYTES * 4) / 3);

/** To be changed with the texts of items, so that cursors of servers that wrote other texts are not authentic. */
const FORM = 'changes 1';

/** The text of a cursor: the encrypted revision, and the authentication code. */
export function cursorOf(key: Buffer, revision: string, context: CursorContext): string {
  const bytes = revisionBytes(revision);
  const code = codeOf(key, bytes, context);
  return Buffer.concat([crypt(key, bytes, code), code]).toString('base64url');
}

/** Undefined for a text that has not the form of a cursor. */
export function parsedCursor(text: string): ChangesCursor | undefined {
  if (text.length !== CURSOR_CHARACTERS) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  // Decoding alone would accept other texts, too.
  if (bytes.length !== CURSOR_BYTES || bytes.toString('base64url') !== text) return undefined;
  return { revision: bytes.subarray(0, REVISION_BYTES), code: bytes.subarray(REVISION_BYTES) };
}

/** The revision that the cursor says, and whether it was made with this key in this context. */
export function decryptedCursor(
  key: Buffer,
  { revision, code }: ChangesCursor,
  context: CursorContext,
): DecryptedCursor {
  const bytes = crypt(key, revision, code);
  const nonce = bytes.toString('hex', NUMBER_BYTES);
  return {
    revision: `${bytes.readBigInt64BE()}:${nonce.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`,
    isAuthentic: timingSafeEqual(codeOf(key, bytes, context), code),
  };
}

function revisionBytes(revision: string): Buffer {
  const [number = '', nonce = ''] = revision.split(':');
  const bytes = Buffer.alloc(REVISION_BYTES);
  bytes.writeBigInt64BE(BigInt(number));
  bytes.write(nonce.replaceAll('-', ''), NUMBER_BYTES, 'hex');
  return bytes;
}

function codeOf(key: Buffer, revision: Buffer, context: CursorContext): Buffer {
  const { accountId, groupId, showUnavailable, testing } = context.audience;
  const audience = [accountId, groupId, showUnavailable, testing];
  const { policies = null, lineage, baseUrl } = context;
  const text = JSON.stringify([FORM, ...audience, policies, lineage, baseUrl]);
  const code = createHmac('sha256', key).update(revision).update(text).digest();
  return code.subarray(0, CODE_BYTES);
}

/**
 * Encrypts or decrypts, by AES in counter mode. With the authentication code as initialization vector (as in SIV, RFC 5297)
 * the same catalog has the same cursor, and two texts never share a key stream.
 */
function crypt(key: Buffer, bytes: Buffer, code: Buffer): Buffer {
  const ownKey = createHmac('sha256', key).update('encryption of cursors').digest();
  return createCipheriv('aes-256-ctr', ownKey, code).update(bytes);
}
