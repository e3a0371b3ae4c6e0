import { ApiParam } from '@nestjs/swagger';
import { InsufficientBalanceError, SpendCapExceededError } from '../../account/account.errors.js';
import { MAX_PRICE } from '../../catalog/account-field.js';
import { ProductNotFoundError } from '../../catalog/catalog.errors.js';
import type { WireParameter } from '../../common/http/api-wire-route.decorator.js';
import {
  PriceAboveLimitError,
  ProductUnavailableError,
  QuantityNotAllowedError,
  QuantityNotAvailableError,
  QuantityTooLargeError,
  QuantityTooSmallError,
} from '../rules/orders.errors.js';

/** The errors of the checks of an order, besides 114 and those of the checks of extensions. */
export const CHECK_ERRORS = [
  ProductNotFoundError,
  ProductUnavailableError,
  QuantityNotAllowedError,
  QuantityTooSmallError,
  QuantityTooLargeError,
  PriceAboveLimitError,
  QuantityNotAvailableError,
  InsufficientBalanceError,
  SpendCapExceededError,
].map(({ wire }) => wire);

export const ProductIdParameter = (): MethodDecorator =>
  ApiParam({
    name: 'product_id',
    type: 'integer',
    example: 1001,
    description: 'The `id` of a product.',
  });

export const ORDER_UUID_PARAMETER = {
  name: 'order_uuid',
  type: 'string',
  required: true,
  description:
    'A new UUIDv4 for every distinct order. Where it is absent, a UUID with hyphens is read from `orderuuid` and ' +
    '`uuid`, in any letter case, with any hyphens and underscores.',
  example: '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11',
} as const;

export const QUANTITY_PARAMETER: WireParameter = {
  name: 'qty',
  type: 'number',
  description:
    'A plain decimal number; 1 if absent. Where it is absent, it is read from names that are equal but for letter ' +
    'case, spaces, hyphens, underscores and brackets, else from `quantity` and `qt`.',
  example: 1,
};

export const MAX_PRICE_PARAMETER: WireParameter = {
  name: MAX_PRICE,
  type: 'number',
  description:
    'The most that the whole order may cost, in USD: a number of at most 30 characters, with an exponent or without; ' +
    'decimals beyond the eighth are cut off. Above it the answer is 118. It is no part of the order, and is ignored when an order is sent again.',
  example: 25.5,
  unlisted: true,
};

export const FIELDS_PARAMETER = {
  name: 'fields',
  type: 'object',
  description:
    'One parameter for each account field, by its name in the `params` of the product; none is called `fields`. If ' +
    'none is sent by name and none is optional, `param1`, `param2` and so on stand for the fields in their order.',
  example: { playerId: '5123123456' },
  unlisted: true,
} as const;
