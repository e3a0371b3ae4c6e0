import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import { OperatorError } from '../../common/app-error.js';
import { FulfillmentPlanService } from '../../fulfillment/delivery/fulfillment-plan.service.js';
import { idArgument, type AddCommands } from '../context/command-context.js';
import { deliveryStep } from '../../operator/delivery-step.js';
import { noteChange } from '../context/noted-change.js';
import type { Row } from '../context/terminal.js';

interface SetOptions {
  readonly by?: readonly FulfillmentStep[];
  readonly byOperator?: true;
}

const BY_OPERATOR = 'The operator delivers this product by hand.';

export const addDeliveryCommands: AddCommands = (delivery, { terminal, readShop, withShop }) => {
  delivery
    .command('handlers')
    .description('the handlers there are')
    .action(() =>
      readShop((shop) => {
        const handlers = shop.get(FulfillmentPlanService).handlers();
        terminal.list(
          handlers.map((handler) => ({ handler })),
          '',
        );
        return Promise.resolve();
      }),
    );

  delivery
    .command('show')
    .argument('<product>', 'product id', idArgument)
    .description('the handlers of a product, in their order')
    .action((id: number) =>
      readShop(async (shop) => {
        terminal.list(stepRows(await shop.get(FulfillmentPlanService).get(id)), BY_OPERATOR);
      }),
    );

  delivery
    .command('set')
    .argument('<product>', 'product id', idArgument)
    .description('name the handlers; each is tried when the one before refuses')
    .option(
      '--by <handler>',
      'handler with its settings, such as "codes stock=uc60" or "upstream supplier=acme product=77"; may be repeated',
      (text: string, steps?: readonly FulfillmentStep[]) => [...(steps ?? []), deliveryStep(text)],
    )
    .option('--by-operator', 'no handler: the operator delivers by hand')
    .action((id: number, { by = [], byOperator }: SetOptions) =>
      withShop(async (shop) => {
        if ((by.length === 0) !== (byOperator === true)) {
          throw new OperatorError('Say --by, once for each handler, or --by-operator.');
        }
        const plans = shop.get(FulfillmentPlanService);
        const tell = async () => ({ steps: await plans.get(id) });
        const { after } = await noteChange(shop, tell, () => plans.set(id, by));
        terminal.list(stepRows(after.fulfillment), BY_OPERATOR);
      }),
    );
};

function stepRows(steps: readonly FulfillmentStep[]): Row[] {
  return steps.map(({ handler, settings }) => ({ handler, settings: JSON.stringify(settings) }));
}
