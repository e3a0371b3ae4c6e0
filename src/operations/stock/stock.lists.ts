import { CodeStockService } from '../../fulfillment/codes/code-stock.service.js';
import type { StockLevel } from '../../fulfillment/codes/stock/code-stock.repository.js';
import { list } from '../lists/list.js';
import { byName, ListQuery, rowsOf } from '../lists/page.js';
import { STOCK_SHAPE } from './stock.operations.js';

export const stockList = list({
  name: 'codes list',
  operationId: 'stocks',
  summary: 'the stocks of codes, and what is left of them',
  permission: 'stock.read',
  route: 'GET stocks',
  query: ListQuery,
  item: STOCK_SHAPE,
  page: async ({ services, query }) => {
    const levels = await services(CodeStockService).levels();
    return rowsOf(
      byName('stocks', levels, ({ stock }: StockLevel) => stock),
      query,
    );
  },
});
