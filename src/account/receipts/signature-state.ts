import { createPublicKey, verify } from 'node:crypto';
import type { SignedText } from './signed-text.js';
import type { ListedKey } from './signing-keys.repository.js';

/** What a signature is worth: only a valid one proves that the shop has said it. */
export const SIGNATURES = ['valid', 'compromised', 'not-in-use', 'unknown-key', 'wrong'] as const;
export type SignatureState = (typeof SIGNATURES)[number];

/** A server that signs may have begun before another one has changed the key. */
const TOLERANCE_MS = 60_000;

/** @param keys those of the shop */
export function signatureOf(
  text: SignedText & { readonly time: string },
  keys: readonly ListedKey[],
): SignatureState {
  const key = keys.find(({ fingerprint }) => fingerprint === text.key);
  if (!key) return 'unknown-key';
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.publicKey.toString('base64url') };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const signature = Buffer.from(text.signature, 'base64');
  if (!verify(null, Buffer.from(text.signed), publicKey, signature)) return 'wrong';
  if (key.reason?.startsWith('compromised:')) return 'compromised';
  const at = Date.parse(text.time);
  const isEarly = at < Date.parse(key.from) - TOLERANCE_MS;
  const isLate = key.until !== null && at > Date.parse(key.until) + TOLERANCE_MS;
  return isEarly || isLate ? 'not-in-use' : 'valid';
}
