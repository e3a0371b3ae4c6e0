import { AppError } from '../app-error.js';

/** 404: no such route. */
export class RouteNotFoundError extends AppError {
  readonly code = 404;
  readonly httpStatus = 404;
  override readonly followsStatusMode = false;

  constructor() {
    super('No such route');
  }
}

/** 405: the route exists, the method (or a prefetch of it) is not accepted. */
export class MethodNotAllowedError extends AppError {
  readonly code = 405;
  readonly httpStatus = 405;
  override readonly followsStatusMode = false;

  constructor(
    message = 'Method not allowed',
    readonly allowedMethods: readonly string[] = ['GET'],
  ) {
    super(message);
  }
}

/** 500: an error nobody foresaw. The log has its cause under the request id; the caller learns nothing of it. */
export class InternalError extends AppError {
  readonly code = 500;
  readonly httpStatus = 500;
  override readonly followsStatusMode = false;

  constructor(requestId: string) {
    super(`Internal error; nothing was charged, nothing was ordered (request ${requestId})`);
  }
}
