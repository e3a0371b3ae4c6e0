import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Audience } from '../view/rules.js';

/** What a cursor of `changes` says: the catalog revision of the answer that it came with. */
export interface ChangesCursor {
  readonly revision: string;
  /** Authenticates the revision together with all else that the answer depended on. */
  readonly code: Buffer;
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

/** The text of a cursor: the revision in bytes, and the authentication code. */
export function cursorOf(key: Buffer, revision: string, context: CursorContext): string {
  const bytes = revisionBytes(revision);
  return Buffer.concat([bytes, codeOf(key, bytes, context)]).toString('base64url');
}

/** Undefined for a text that has not the form of a cursor. */
export function parsedCursor(text: string): ChangesCursor | undefined {
  if (text.length !== CURSOR_CHARACTERS) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  // Decoding alone would accept other texts, too.
  if (bytes.length !== CURSOR_BYTES || bytes.toString('base64url') !== text) return undefined;
  const nonce = bytes.toString('hex', NUMBER_BYTES, REVISION_BYTES);
  const revision = `${bytes.readBigInt64BE()}:${nonce.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`;
  return { revision, code: bytes.subarray(REVISION_BYTES) };
}

/** True if the cursor was made with this key in this context. */
export function isAuthentic(
  key: Buffer,
  { revision, code }: ChangesCursor,
  context: CursorContext,
): boolean {
  return timingSafeEqual(codeOf(key, revisionBytes(revision), context), code);
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
