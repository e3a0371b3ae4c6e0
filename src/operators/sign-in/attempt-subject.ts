import { hash } from 'node:crypto';
import { ipRange, plainAddress } from '../../common/ip-range.js';
import type { AttemptKind } from './attempt-delays.js';

/** What is counted: attempts under a name, from an address and its networks, on a known device, or at a second factor. */
export interface AttemptSubject {
  readonly kind: AttemptKind;
  readonly text: string;
}

/** Whoever has one IPv6 address has as many as it likes in its network of 64 bits. */
const IPV6_PREFIX = 64;

/** What whoever has many addresses has them in: bits of IPv4, and of IPv6. */
const NETWORKS = [
  ['network', 24, 56],
  ['wideNetwork', 16, 48],
] as const;

/** @param address null and what is no address are counted together. */
export function addressSubject(address: string | null): AttemptSubject {
  const plain = plainAddress(address ?? '');
  const text = plain?.includes(':') === true ? ipRange(`${plain}/${IPV6_PREFIX}`) : plain;
  return { kind: 'address', text: text ?? '' };
}

/** The address, and the networks in which it lies, the widest last. */
export function networkSubjects(address: string | null): AttemptSubject[] {
  const plain = plainAddress(address ?? '');
  if (plain === undefined) return [addressSubject(address)];
  const networks = NETWORKS.map(([kind, ipv4, ipv6]) => {
    return { kind, text: ipRange(`${plain}/${plain.includes(':') ? ipv6 : ipv4}`) };
  });
  return [addressSubject(address), ...networks];
}

/** The widest network first, by which callers have their turns. */
export function networkPath(address: string | null): string[] {
  return networkSubjects(address)
    .map(({ text }) => text)
    .reverse();
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
