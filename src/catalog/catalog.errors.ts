import { AppError, type WireError } from '../common/app-error.js';

const GONE: WireError = {
  code: 109,
  httpStatus: 404,
  meaning: 'The category or product is deleted or does not exist.',
};

/** 109 for deleted, missing and hidden products alike, so that the answer does not reveal hidden ones. */
export class ProductNotFoundError extends AppError {
  static readonly wire = GONE;

  constructor() {
    super(GONE, 'Product deleted or not found');
  }
}

/** 109 for a category. */
export class CategoryNotFoundError extends AppError {
  static readonly wire = GONE;

  constructor() {
    super(GONE, 'Category deleted or not found');
  }
}
