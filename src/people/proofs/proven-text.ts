import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a text is for, so that the proof of one kind is none of another one. */
export type ProofKind = 'device' | 'link';

/** As hexadecimal digits of the HMAC; 128 bits cannot be guessed. */
const PROOF_CHARACTERS = 32;
/** Longer than all that is proven. */
const MAX_CHARACTERS = 200;

/** The text with a proof that somebody with the key has made it (HMAC-SHA256). */
export function provenText(kind: ProofKind, text: string, key: Buffer): string {
  return `${text}.${proofOf(kind, text, key)}`;
}

/** @returns the text in what `provenText` has made with the key; undefined for anything else */
export function textOfProven(kind: ProofKind, proven: string, key: Buffer): string | undefined {
  if (proven.length > MAX_CHARACTERS) return undefined;
  const text = proven.slice(0, Math.max(0, proven.lastIndexOf('.')));
  const given = Buffer.from(proven);
  const right = Buffer.from(provenText(kind, text, key));
  return given.length === right.length && timingSafeEqual(given, right) ? text : undefined;
}

function proofOf(kind: ProofKind, text: string, key: Buffer): string {
  return createHmac('sha256', key)
    .update(`${kind}:${text}`)
    .digest('hex')
    .slice(0, PROOF_CHARACTERS);
}
