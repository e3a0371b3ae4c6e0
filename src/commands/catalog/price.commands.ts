import { unusualText } from '../../catalog/unusual/unusual.js';
import { askUnusual } from '../context/ask-unusual.js';
import { OperatorError } from '../../common/app-error.js';
import { GROUP } from '../../operations/accounts/group.operations.js';
import {
  priceBaseShowing,
  type BasePriceChangeDto,
  type ChangedPricesDto,
} from '../../operations/catalog/base-price.operations.js';
import {
  priceClear,
  priceSet,
  PriceRuleSettingDto,
} from '../../operations/catalog/rule.operations.js';
import { FlagField } from '../../operations/fields/fields.js';
import type { Work } from '../../operations/operation.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { addList } from '../operations/list-command.js';
import { addOperation } from '../operations/operation-command.js';
import { namedPrices, RULE_COLUMNS } from './rule-lists.js';

/** A price that is set or taken back. */
class ClearablePriceDto extends PriceRuleSettingDto {
  @FlagField({ optional: true, flag: 'clear', description: 'Takes the rule back.' })
  clear?: boolean;
}

class TypedPrice extends ClearablePriceDto {
  @FlagField({ optional: true, flag: 'all', description: 'The whole catalog.' })
  all?: boolean;
}

export const addPriceCommands: AddOwnCommands = (price, context) => {
  const { terminal } = context;
  const operation = {
    ...priceSet,
    input: ClearablePriceDto,
    run: (work: Work<unknown, ClearablePriceDto>) =>
      work.input.clear ? priceClear.run(work) : priceSet.run(work),
  };
  addOperation(price, context, operation, {
    typed: TypedPrice,
    named: { group_id: GROUP },
    given: ({ all, ...rule }: TypedPrice) => {
      const { percentage, fixed_price: fixed, clear } = rule;
      assertOne([all, rule.category_id, rule.product_id], NO_TARGET);
      assertOne([percentage, fixed, clear], 'Say one of --percent, --fixed and --clear.');
      return rule;
    },
    said: (_answer, _id, { clear }: ClearablePriceDto) =>
      clear ? 'The price is gone.' : 'The price is set.',
  });

  addOperation(price, context, priceBaseShowing(Infinity), {
    description: 'change base prices by a percentage, for everyone',
    run: (given: Partial<BasePriceChangeDto>, run) =>
      askUnusual(terminal, given.accept_unusual, (accepted) =>
        run({ ...given, accept_unusual: accepted }),
      ),
    given: (change) => {
      const { all, category_id, product_id } = change as BasePriceChangeDto;
      assertOne([all, category_id, product_id], NO_TARGET);
      return change;
    },
    show: (answer) => {
      const { applied, items, unusual } = answer as ChangedPricesDto;
      terminal.list(items, 'No price is another one then.');
      if (!applied && unusual.count > 0) terminal.remark(`${unusualText(unusual)}.`);
      if (!applied) {
        terminal.remark('Nothing was written; leave --dry-run out to change the prices.');
      }
    },
  });

  addList(price, context, namedPrices, {
    whenEmpty: 'Everyone pays the base prices.',
    description: 'all prices of accounts and groups',
    columns: [...RULE_COLUMNS, 'percentage', 'fixed_price'],
  });
};

const NO_TARGET = 'Name a --product, a --category or --all.';

/** @throws OperatorError unless exactly one was typed */
function assertOne(choices: readonly unknown[], refusal: string): void {
  if (choices.filter((choice) => choice !== undefined).length !== 1) {
    throw new OperatorError(refusal);
  }
}
