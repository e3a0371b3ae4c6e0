import { Injectable } from '@nestjs/common';
import { Lanes } from '../../common/lanes.js';
import { NestedTurns } from '../../common/nested-turns.js';
import { networkPath } from '../../common/networks.js';
import { TimeLimitError } from '../../common/time-limit.js';
import { NoTurnError } from '../../common/turns.js';
import { busyUnlessInTime } from '../busy-unless-in-time.js';
import { KnownDevices } from '../devices/known-devices.service.js';
import { SignInBusyError } from '../operators.errors.js';
import type { SessionPlace } from '../sessions/operator-sessions.service.js';
import {
  deviceSubject,
  nameSubject,
  networkSubjects,
  type AttemptSubject,
} from './attempt-subject.js';
import { PasswordProof, type ProvenCredentials } from './password-proof.js';
import { SignInAttempts } from './sign-in-attempts.js';

/** From where a password comes. */
export interface PasswordOrigin extends SessionPlace {
  /** What the browser keeps of an earlier sign-in. */
  readonly deviceCookie?: string | undefined;
}

/** A right password, and what it was counted for. */
export interface ProvenPassword {
  readonly proven: ProvenCredentials;
  readonly counted: readonly AttemptSubject[];
}

/** One is counted while the password of the other one is hashed. A turn waits for less than proxies wait for an answer. */
const STRANGERS = {
  concurrent: 2,
  waiting: 1_000,
  // Of one address.
  atOncePerPath: 8,
  waitMs: 20_000,
  workMs: 15_000,
};
/** Places that strangers do not take. */
const DEVICES = { ...STRANGERS, waiting: 100, atOncePerPath: 1, waitMs: 10_000 };

/**
 * Gives the passwords of sign-ins their turns: known devices have two places of their own, at most one each, and strangers
 * share two others by network, so that many networks together delay another one by a round of turns at most.
 */
@Injectable()
export class SignInTurns {
  private readonly strangers = new NestedTurns(STRANGERS);
  private readonly known = new NestedTurns(DEVICES);

  constructor(
    private readonly devices: KnownDevices,
    private readonly attempts: SignInAttempts,
    private readonly passwords: PasswordProof,
    lanes: Lanes,
  ) {
    lanes.add('sign-ins', this.strangers, this.known);
  }

  /**
   * @param name normal, but of an untrusted caller.
   * @throws SignInRefusedError, SignInDelayedError, SignInBusyError
   */
  async prove(name: string, password: string, origin: PasswordOrigin): Promise<ProvenPassword> {
    const known = await this.onKnownDevice(name, password, origin);
    if (known) return known;
    const subjects = [nameSubject(name), ...networkSubjects(origin.address)];
    // Before a turn is waited for, so that refused attempts take none.
    this.attempts.assertNotRefused(subjects);
    return busyUnlessInTime(
      this.strangers.run(networkPath(origin.address), () => this.counted(name, password, subjects)),
    );
  }

  /** What a right password under the name from there was counted for, but for the name. */
  async subjectsOf(name: string, origin: PasswordOrigin): Promise<readonly AttemptSubject[]> {
    const device = await this.devices.read(origin.deviceCookie);
    return device && (await this.devices.isOf(device, name))
      ? [deviceSubject(device.id)]
      : networkSubjects(origin.address);
  }

  /** Undefined if the device is not known, or its place is taken: then the attempt is that of a stranger. */
  private async onKnownDevice(
    name: string,
    password: string,
    { deviceCookie }: PasswordOrigin,
  ): Promise<ProvenPassword | undefined> {
    const device = await this.devices.read(deviceCookie);
    if (!device) return undefined;
    try {
      // Devices of one operator have their turns together, so that many of them take no place from another operator.
      return await this.known.run([String(device.operatorId), device.id], async () =>
        (await this.devices.isOf(device, name))
          ? this.counted(name, password, [deviceSubject(device.id)])
          : undefined,
      );
    } catch (error) {
      if (error instanceof NoTurnError) return undefined;
      throw error instanceof TimeLimitError ? new SignInBusyError() : error;
    }
  }

  private async counted(
    name: string,
    password: string,
    subjects: readonly AttemptSubject[],
  ): Promise<ProvenPassword> {
    return { proven: await this.passwords.prove(name, password, subjects), counted: subjects };
  }
}
