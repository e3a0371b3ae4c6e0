import { hash } from 'node:crypto';
import { networksOf } from '../../common/networks.js';
import type { AttemptKind } from './attempt-delays.js';

/** What is counted: attempts under a name, from an address and its networks, on a known device, or at a second factor. */
export interface AttemptSubject {
  readonly kind: AttemptKind;
  readonly text: string;
}

/** Of an address and of the networks in which it lies. */
const NETWORK_KINDS = ['address', 'network', 'wideNetwork'] as const;

/** @param address null and what is no address are counted together. */
export function addressSubject(address: string | null): AttemptSubject {
  const [text = ''] = networksOf(address);
  return { kind: 'address', text };
}

/** The address, and the networks in which it lies, the widest last. */
export function networkSubjects(address: string | null): AttemptSubject[] {
  return networksOf(address).map((text, index) => ({
    kind: NETWORK_KINDS[index] ?? 'wideNetwork',
    text,
  }));
}

/** For a device that is known. */
export function deviceSubject(deviceId: string): AttemptSubject {
  return { kind: 'device', text: deviceId };
}

export function nameSubject(name: string): AttemptSubject {
  return { kind: 'name', text: name };
}

/** For the second factor, and for whatever else an operator with a session proves. */
export function codeSubject(operatorId: number): AttemptSubject {
  return { kind: 'code', text: String(operatorId) };
}

/** The key of its row. Hashed, since a person may type a password where the name belongs. */
export function subjectKey({ kind, text }: AttemptSubject): Buffer {
  return hash('sha256', `${kind}:${text}`, 'buffer');
}

/** In one order for all attempts, so that those which lock the same subjects cannot deadlock. */
export function inLockOrder(subjects: readonly AttemptSubject[]): readonly AttemptSubject[] {
  return [...subjects].sort((one, other) => subjectKey(one).compare(subjectKey(other)));
}
