import { AppError, type WireError } from '../app-error.js';

/** 404: no such route. */
export class RouteNotFoundError extends AppError {
  static readonly wire: WireError = { code: 404, httpStatus: 404, meaning: 'No such route.' };
  override readonly followsStatusMode = false;

  constructor() {
    super(RouteNotFoundError.wire, 'No such route');
  }
}

/** 405: the route exists, the method (or a prefetch of it) is not accepted. */
export class MethodNotAllowedError extends AppError {
  static readonly wire: WireError = { code: 405, httpStatus: 405, meaning: 'Method not allowed.' };
  override readonly followsStatusMode = false;

  constructor(
    message = 'Method not allowed',
    readonly allowedMethods: readonly string[] = ['GET'],
  ) {
    super(MethodNotAllowedError.wire, message);
  }
}

/** 500: an error nobody foresaw. The log has its cause under the request id; the caller learns nothing of it. */
export class InternalError extends AppError {
  static readonly wire: WireError = {
    code: 500,
    httpStatus: 500,
    meaning: 'Internal error; nothing was charged, nothing was ordered.',
  };
  override readonly followsStatusMode = false;

  constructor(requestId: string) {
    super(
      InternalError.wire,
      `Internal error; nothing was charged, nothing was ordered (request ${requestId})`,
    );
  }
}
