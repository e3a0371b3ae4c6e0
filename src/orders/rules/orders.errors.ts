import { AppError, type WireError } from '../../common/app-error.js';

/** 106: the quantity is no number, is not in the list, or is not 1 although only 1 is possible. */
export class QuantityNotAllowedError extends AppError {
  static readonly wire: WireError = {
    code: 106,
    httpStatus: 422,
    meaning: 'The quantity is not allowed: no number, not in the list, or not 1 where only 1 is.',
  };

  /** @param rule what would be right, as the end of the message. */
  constructor(rule: string) {
    super(QuantityNotAllowedError.wire, `Quantity not allowed: ${rule}`);
  }
}

/** 112: the quantity is below the minimum, or so small that its charge rounds to 0. */
export class QuantityTooSmallError extends AppError {
  static readonly wire: WireError = {
    code: 112,
    httpStatus: 422,
    meaning: 'The quantity is too small.',
  };

  /** @param rule what would be right, as the end of the message. */
  constructor(rule: string) {
    super(QuantityTooSmallError.wire, `Quantity too small: ${rule}`);
  }
}

/** 113: the quantity or its charge is too large. */
export class QuantityTooLargeError extends AppError {
  static readonly wire: WireError = {
    code: 113,
    httpStatus: 422,
    meaning: 'The quantity is too large.',
  };

  /** @param rule what would be right, as the end of the message. */
  constructor(rule: string) {
    super(QuantityTooLargeError.wire, `Quantity too large: ${rule}`);
  }
}

/** 110: the product is visible, but currently switched off. */
export class ProductUnavailableError extends AppError {
  static readonly wire: WireError = {
    code: 110,
    httpStatus: 409,
    meaning: 'The product cannot be ordered now.',
  };

  constructor() {
    super(ProductUnavailableError.wire, 'Product not available now');
  }
}

/** 116: the caller has used this order_uuid for another order. */
export class OrderUuidTakenError extends AppError {
  static readonly wire: WireError = {
    code: 116,
    httpStatus: 409,
    meaning: 'This order_uuid belongs to a different order of this account.',
  };

  constructor() {
    super(OrderUuidTakenError.wire, 'This order_uuid belongs to a different order');
  }
}

/** 117: the caller has sealed this order_uuid, so that it can never become an order. */
export class OrderUuidSealedError extends AppError {
  static readonly wire: WireError = {
    code: 117,
    httpStatus: 409,
    meaning: 'This order_uuid has been sealed; it can never become an order.',
  };

  constructor() {
    super(OrderUuidSealedError.wire, 'This order_uuid has been sealed');
  }
}

/** 118: the order would cost more than the request allows. */
export class PriceAboveLimitError extends AppError {
  static readonly wire: WireError = {
    code: 118,
    httpStatus: 409,
    meaning: 'The price is above the max_price of the request.',
  };

  /** Both in USD. */
  constructor(price: string, limit: string) {
    super(PriceAboveLimitError.wire, `The price is ${price} USD, above the max_price ${limit}`);
  }
}

/** 105: there is not enough stock, or there are more pieces than one order may have. */
export class QuantityNotAvailableError extends AppError {
  static readonly wire: WireError = {
    code: 105,
    httpStatus: 409,
    meaning: 'The quantity is not available now.',
  };
  /** The message where stock is short. */
  static readonly shortStock = 'Quantity not available';

  /** @param rule what would be right, as the end of the message, where it is not stock that is short. */
  constructor(rule?: string) {
    const { wire, shortStock } = QuantityNotAvailableError;
    super(wire, rule === undefined ? shortStock : `${shortStock}: ${rule}`);
  }
}
