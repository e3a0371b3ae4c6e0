import { Injectable } from '@nestjs/common';
import { ProblemError } from '../../admin/problems/problem.js';
import { mark } from '../../common/http/mark.js';
import { networkPath } from '../../common/networks.js';
import { TurnTree } from '../../common/turn-tree.js';
import { CallerAddresses } from '../access/caller-addresses.js';
import type { ConsoleRequest } from '../visit/visit.js';
import { formOf, type FormValues } from './form-values.js';

/** Such a form has a few hundred bytes, which a browser sends at once. */
const ARRIVAL_MS = 5_000;
/** Forms that an instance receives at the same time. */
const MAX_ARRIVING = 200;
const RETRY_AFTER_SECONDS = 1;

/** Marks a handler that reads its form itself, after it has found out whether there is any use in it. */
export const ReadsItsForm = mark();

type Cut = (problem: ProblemError) => void;

/**
 * Receives forms of those who have not signed in. None waits for another one: when too many arrive, the one that has taken
 * longest of the network with the most is cut, so senders who trickle cut themselves.
 */
@Injectable()
export class OpenForms {
  private readonly ofStrangers = new TurnTree<Cut>();
  private readonly ofLinks = new TurnTree<Cut>();

  constructor(private readonly addresses: CallerAddresses) {}

  /** @throws ProblemError if it does not arrive in time */
  read(request: ConsoleRequest): Promise<FormValues> {
    return this.arrived(request, this.ofStrangers, networkPath(this.addresses.of(request)));
  }

  /** The same of the form of a link, which takes no place of strangers, nor they one of it. */
  readOfLink(request: ConsoleRequest, secret: string): Promise<FormValues> {
    return this.arrived(request, this.ofLinks, [secret]);
  }

  private async arrived(
    request: ConsoleRequest,
    arriving: TurnTree<Cut>,
    path: readonly string[],
  ): Promise<FormValues> {
    const { promise: cutOff, reject: cut } = Promise.withResolvers<never>();
    const timeout = setTimeout(() => {
      cut(new ProblemError('not-arrived', 'The form did not arrive in time.'));
    }, ARRIVAL_MS);
    if (arriving.size >= MAX_ARRIVING) arriving.crowd('first')[0]?.(tooMany());
    arriving.add(path, cut);
    try {
      return await Promise.race([formOf(request), cutOff]);
    } catch (error) {
      // What else of it comes is not read.
      request.res?.setHeader('Connection', 'close');
      throw error;
    } finally {
      clearTimeout(timeout);
      arriving.remove(path, cut);
    }
  }
}

function tooMany(): ProblemError {
  return new ProblemError('too-many-requests', 'Too many forms arrive at once.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
