import { AppError, TemporarilyUnavailableError, type WireError } from '../common/app-error.js';

/** 120: no header holds a token. */
export class TokenMissingError extends AppError {
  static readonly wire: WireError = {
    code: 120,
    httpStatus: 401,
    meaning: 'The API token is missing.',
  };

  constructor() {
    super(TokenMissingError.wire, 'API token missing');
  }
}

/** 121: the token is unknown, expired or revoked. */
export class TokenInvalidError extends AppError {
  static readonly wire: WireError = {
    code: 121,
    httpStatus: 401,
    meaning: 'The API token is not valid.',
  };

  constructor() {
    super(TokenInvalidError.wire, 'API token not valid');
  }
}

/** 122: the account is barred from the API, or from new orders alone. */
export class ApiNotPermittedError extends AppError {
  static readonly wire: WireError = {
    code: 122,
    httpStatus: 403,
    meaning: 'The API is not permitted for the account.',
  };

  constructor(part: 'orders' | 'everything' = 'everything') {
    const message =
      part === 'orders'
        ? 'New orders are not permitted for this account; everything else is answered'
        : 'API not permitted for this account';
    super(ApiNotPermittedError.wire, message);
  }
}

/** 123: the account has Allowed IPs, and the caller's address is none of them. */
export class IpNotAllowedError extends AppError {
  static readonly wire: WireError = {
    code: 123,
    httpStatus: 403,
    meaning: "The IP address is not on the account's Allowed IPs list.",
  };

  /** @param address the caller's; undefined if the proxy's X-Forwarded-For names none. */
  constructor(address: string | undefined) {
    const seen = address ?? 'the X-Forwarded-For of the proxy names none';
    super(IpNotAllowedError.wire, `IP address not allowed: ${seen}`);
  }
}

/** 124: the token lacks the scope that the route needs. */
export class ScopeMissingError extends AppError {
  static readonly wire: WireError = {
    code: 124,
    httpStatus: 403,
    meaning: 'The request is outside the scope of the API token.',
  };

  constructor(scope: string) {
    super(ScopeMissingError.wire, `The API token lacks the scope ${scope}`);
  }
}

/** 124: a token that has been replaced asks for another successor. */
export class TokenReplacedError extends AppError {
  constructor() {
    super(ScopeMissingError.wire, 'The API token has been replaced; rotate its successor');
  }
}

/** 130: the operator has put the API in maintenance. */
export class MaintenanceError extends AppError {
  static readonly wire: WireError = {
    code: 130,
    httpStatus: 503,
    meaning: 'The API is in maintenance mode.',
  };

  constructor(closed: 'orders' | 'everything') {
    const message =
      closed === 'orders'
        ? 'New orders are not accepted during maintenance; everything else is answered'
        : 'The API is in maintenance';
    super(MaintenanceError.wire, message);
  }
}

/** 100: balance and credit limit do not cover the charge. */
export class InsufficientBalanceError extends AppError {
  static readonly wire: WireError = {
    code: 100,
    httpStatus: 422,
    meaning: 'Insufficient balance.',
  };

  /** Both in USD. */
  constructor(needed: string, available: string) {
    const message = `Insufficient balance: ${needed} USD needed, ${available} USD available`;
    super(InsufficientBalanceError.wire, message);
  }
}

/** 119: the order would exceed the daily spend cap of the token's family. */
export class SpendCapExceededError extends AppError {
  static readonly wire: WireError = {
    code: 119,
    httpStatus: 422,
    meaning: "The token's daily spend cap would be exceeded.",
  };

  /** All in USD. */
  constructor(needed: string, cap: string, left: string) {
    const message = `The daily spend cap of the token would be exceeded: ${needed} USD needed, ${left} of ${cap} USD left`;
    super(SpendCapExceededError.wire, message);
  }
}

/** 111: the orders of the account are halted until the operator has resolved a fault. Nothing was charged. */
export class OrdersHaltedError extends AppError {
  constructor() {
    super(TemporarilyUnavailableError.wire, 'Orders of this account are stopped');
  }
}
