import { Injectable } from '@nestjs/common';
import { readCostCsv } from '../../fulfillment/costs/cost-file.js';
import { ProductCosts } from '../../fulfillment/costs/product-costs.service.js';
import { AuditedChanges } from '../../operators/changes/audited-changes.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import type { Precondition } from '../http/entity-tag.js';
import { costAlone, costShape } from './cost-lists.js';
import type { CostImportDto, ImportedCostsDto, ProductCostDto } from './costs.dto.js';

/** Changes costs of products for operators, each change with its audit entry. */
@Injectable()
export class CostAdmin {
  constructor(
    private readonly costs: ProductCosts,
    private readonly changes: AuditedChanges,
  ) {}

  /**
   * @param cost USD for a unit; null makes it unknown.
   * @param expected what the caller has seen of the cost; anything if it is left out.
   */
  set(
    productId: number,
    cost: string | null,
    by: ChangeAuthor,
    expected?: Precondition,
  ): Promise<ProductCostDto> {
    const action = { name: 'cost set', details: { product: productId, cost } };
    return this.changes.run(by, action, async (manager) => {
      const changed = await this.costs.set(productId, cost, manager);
      const [before, after] = [costShape(changed.before), costShape(changed.after)];
      expected?.assert(costAlone(before));
      return { result: after, before: { ...before }, after: { ...after } };
    });
  }

  /** All or nothing. A dry run changes nothing and leaves no audit entry. @throws OperatorError for a wrong CSV */
  async import(
    { csv, separator, dry_run: dryRun = false }: CostImportDto,
    by: ChangeAuthor,
  ): Promise<ImportedCostsDto> {
    const rows = await readCostCsv(csv, separator);
    if (dryRun) return { applied: false, ...(await this.costs.import(rows, { dryRun })).changes };
    const action = { name: 'cost import', details: { rows: rows.length } };
    return this.changes.run(by, action, async (manager) => {
      const imported = await this.costs.import(rows, { within: manager });
      const { changes, before, after } = imported;
      return {
        result: { applied: true, ...changes },
        before: { costs: before },
        after: { ...changes, costs: after },
      };
    });
  }
}
