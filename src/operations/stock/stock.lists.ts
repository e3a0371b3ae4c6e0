import { CodeStockService } from '../../fulfillment/codes/code-stock.service.js';
import { list } from '../lists/list.js';
import { byName } from '../lists/page.js';
import { STOCK_SHAPE } from './stock.operations.js';

export const stockList = list({
  name: 'codes list',
  operationId: 'stocks',
  summary: 'the stocks of codes, and what is left of them',
  permission: 'stock.read',
  route: 'GET stocks',
  item: STOCK_SHAPE,
  rows: async ({ services }) =>
    byName('stocks', await services(CodeStockService).levels(), ({ stock }) => stock),
});
