import { isPrice } from '../../catalog/price-text.js';
import { messageKey } from '../../common/sentence.js';
import { CodeImportService, type CodeImport } from '../../fulfillment/codes/code-import.service.js';
import {
  CodeReleaseService,
  type CodeRelease,
} from '../../fulfillment/codes/code-release.service.js';
import { CodeStockService } from '../../fulfillment/codes/code-stock.service.js';
import type { StockLevel } from '../../fulfillment/codes/stock/code-stock.repository.js';
import { flag, text, texts, whole } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { FlagField, FormField, IntegerField, ListField } from '../fields/fields.js';
import { operation, type Services, type Target } from '../operation.js';

const MAX_CODE_CHARACTERS = 1_000;
/** Codes of one request. */
export const MAX_CODES = 1_000;
const isCode = (code: string): boolean =>
  code.trim() !== '' && code.length <= MAX_CODE_CHARACTERS && !/[\r\n]/.test(code);
const CODES = { accepts: isCode, what: 'codes of one line each', max: MAX_CODES };

export class NewCodesDto {
  @ListField({ ...CODES, min: 1, description: 'Those that were ever in stock are skipped.' })
  codes: string[];

  @FormField({
    accepts: isPrice,
    must: 'must be USD such as "0.85", with at most 18 decimals',
    refusal: messageKey('field.money', { signed: false, decimals: 18 }),
    optional: true,
    description: 'USD that each was bought for; unknown if absent.',
    example: '0.85',
  })
  cost?: string;

  @FlagField({ optional: true, description: 'True only tells what would be added.' })
  dry_run?: boolean;
}

class WarnBelowDto {
  @IntegerField({ min: 0, max: 999_999, description: '0 never warns.' })
  warn_below: number;
}

class ReleaseDto {
  @ListField({
    ...CODES,
    min: 0,
    description:
      'Codes, or their stored hashes, that were sold since the restored state; [] if none was.',
  })
  sold: string[];

  @FlagField({ optional: true, description: 'True only tells what would happen.' })
  dry_run?: boolean;
}

export const STOCK_SHAPE = shapeOf<StockLevel>()('StockDto', {
  name: text(({ stock }) => stock, { example: 'uc60' }),
  free: whole({ example: 120, description: 'Codes that can be sold.' }),
  held: whole({ example: 0, description: 'Held back after a restore.' }),
  delivered: whole({ example: 4_310 }),
  warn_below: whole(({ lowStock }) => lowStock, {
    example: 20,
    description: 'Fewer free codes are a warning.',
  }),
});
export type StockDto = ShownBy<typeof STOCK_SHAPE>;

/** A stock. It is not locked: each order that takes a code changes it. */
const STOCK = {
  noun: 'stock',
  shape: STOCK_SHAPE,
  locked: (services, manager, name) => services(CodeStockService).get(name, manager),
} satisfies Target<StockLevel, string>;

/** What the audit tells of a stock, which may not be there. It is counted outside of the lock of all stocks, since it takes long. */
export async function toldOfStock(services: Services, name: string): Promise<StockDto | null> {
  const level = await services(CodeStockService).level(name);
  return level ? { ...STOCK_SHAPE.of(level) } : null;
}

const ADDED = shapeOf<CodeImport & { readonly applied: boolean }>()('AddedCodesDto', {
  applied: flag({ description: 'False for a dry run.' }),
  added: whole({ example: 95 }),
  skipped: whole({ example: 5, description: 'Were in stock before, or stand twice.' }),
});
export type AddedCodesDto = ShownBy<typeof ADDED>;

export const stockAdd = operation({
  name: 'codes import',
  operationId: 'stock-add',
  summary: 'add codes to a stock, which is made when it is new',
  description: 'The same codes may be sent again: those that were ever in stock are skipped.',
  permission: 'stock.import',
  route: 'POST stocks/:name/codes',
  kind: 'outside',
  target: STOCK,
  input: NewCodesDto,
  answer: ADDED.type,
  details: ({ codes, cost }) => ({ codes: codes.length, cost }),
  run: async ({ services, id: name, input: { codes, cost, dry_run: dryRun = false } }) => {
    const before = dryRun ? null : await toldOfStock(services, name);
    const added = await services(CodeImportService).import(name, linesOf(codes), { cost, dryRun });
    const answer = ADDED.of({ applied: !dryRun, ...added });
    return { answer, before, after: dryRun ? null : await toldOfStock(services, name) };
  },
});

export const stockWarn = operation({
  name: 'codes warn',
  operationId: 'stock-warn',
  summary: 'set below how many free codes a stock is worth a warning',
  permission: 'stock.edit',
  route: 'PUT stocks/:name/warn-below',
  target: STOCK,
  input: WarnBelowDto,
  run: async ({ services, manager, id: name, input }) => {
    await services(CodeStockService).setLowStock(manager, name, input.warn_below);
  },
});

const RELEASED = shapeOf<CodeRelease & { readonly applied: boolean }>()('ReleasedDto', {
  applied: flag({ description: 'False for a dry run.' }),
  released: whole({ example: 40, description: 'Held codes that are sold again.' }),
  sold: whole({ example: 2, description: 'Marked as sold.' }),
  recorded: whole({ example: 1, description: 'Unknown ones, recorded as sold.' }),
  sold_again_by: texts({ example: [], description: 'Orders that got one of them again.' }),
});
export type ReleasedDto = ShownBy<typeof RELEASED>;

export const stockRelease = operation({
  name: 'codes release',
  operationId: 'stock-release',
  summary: 'sell codes again that are held back after a restore',
  permission: 'stock.edit',
  route: 'POST stocks/:name/release',
  kind: 'outside',
  target: STOCK,
  input: ReleaseDto,
  answer: RELEASED.type,
  details: ({ sold }) => ({ sold: sold.length }),
  run: async ({ services, id: name, input: { sold, dry_run: dryRun = false } }) => {
    const before = { ...STOCK_SHAPE.of(await services(CodeStockService).get(name)) };
    const released = await services(CodeReleaseService).release(name, {
      sold: sold.length === 0 ? undefined : linesOf(sold),
      dryRun,
    });
    const answer = RELEASED.of({ applied: !dryRun, ...released });
    return { answer, before, after: dryRun ? null : await toldOfStock(services, name) };
  },
});

async function* linesOf(codes: readonly string[]): AsyncGenerator<string> {
  await Promise.resolve();
  yield* codes;
}

export const STOCK_OPERATIONS = [stockAdd, stockWarn, stockRelease];
