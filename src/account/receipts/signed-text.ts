import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto';

/** What the shop has signed: a JSON list of texts, whose first one names its kind. */
export interface SignedText {
  readonly signed: string;
  /** Ed25519 over the UTF-8 bytes of `signed`, in Base64. */
  readonly signature: string;
  /** The fingerprint of the key. */
  readonly key: string;
}

/** A key that signs. */
export interface SigningKey {
  readonly fingerprint: string;
  readonly privateKey: KeyObject;
}

const RAW_BYTES = 32;

/** A random key, and what is stored of it. */
export function newSigningKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  // The raw key stands at the end of this form.
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-RAW_BYTES);
  const fingerprint = createHash('sha256').update(raw).digest('hex');
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  return { fingerprint, publicKey: raw, privateKey, secret };
}

/** @param secret as of `newSigningKey` */
export function openedKey(fingerprint: string, secret: string): SigningKey {
  const der = { key: Buffer.from(secret, 'base64'), format: 'der', type: 'pkcs8' } as const;
  return { fingerprint, privateKey: createPrivateKey(der) };
}

export function signedText(key: SigningKey, texts: readonly string[]): SignedText {
  const signed = JSON.stringify(texts);
  const signature = sign(null, Buffer.from(signed), key.privateKey).toString('base64');
  return { signed, signature, key: key.fingerprint };
}
