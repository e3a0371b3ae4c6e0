import { AppError, TemporarilyUnavailableError } from '../common/app-error.js';

/** 111 for a load balancer, which reads only the HTTP status. So the status stays 503 in every error mode. */
export class NotReadyError extends AppError {
  override readonly followsStatusMode = false;
  override readonly retryAfterSeconds = 2;

  constructor(reason: string, cause?: unknown) {
    super(TemporarilyUnavailableError.wire, `Not ready: ${reason}`, { cause });
  }
}
