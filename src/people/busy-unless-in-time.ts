import { TimeLimitError } from '../common/time-limit.js';
import { NoTurnError } from '../common/turns.js';
import { SignInBusyError } from './operators.errors.js';

/** @throws SignInBusyError if its turn did not come, or it took too long; what else the work throws */
export async function busyUnlessInTime<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isLate = error instanceof NoTurnError || error instanceof TimeLimitError;
    throw isLate ? new SignInBusyError() : error;
  }
}
