import type { WireParameter } from '../../common/http/api-wire-route.decorator.js';

/** The query parameters of both products routes. */
export const PRODUCTS_QUERY: readonly WireParameter[] = [
  {
    name: 'products_id',
    type: 'string',
    description: 'Only this product; a list such as 1,2 or [1,2] is accepted too.',
    example: '1001',
  },
  {
    name: 'base',
    type: 'integer',
    enum: [0, 1],
    description: '1 shortens every product to id and name.',
    example: 0,
  },
];
