import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import { OperatorError } from '../../common/app-error.js';
import {
  deliveryHandlers,
  deliveryShow,
  type HandlersDto,
} from '../../operations/delivery/delivery.lists.js';
import { deliverySet, type DeliveryDto } from '../../operations/delivery/delivery.operations.js';
import { deliveryStep } from '../../upkeep/delivery-step.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { addReading } from '../operations/list-command.js';
import { addOperation, type OwnFields } from '../operations/operation-command.js';

interface SetOptions {
  readonly by?: readonly FulfillmentStep[];
  readonly byOperator?: true;
}

const STEPS: OwnFields<SetOptions> = {
  fields: ['steps'],
  add: (command) =>
    command
      .option(
        '--by <handler>',
        'handler with its settings, such as "codes stock=uc60" or "upstream supplier=acme product=77"; may be repeated',
        (text: string, steps?: readonly FulfillmentStep[]) => [
          ...(steps ?? []),
          deliveryStep(text),
        ],
      )
      .option('--by-operator', 'no handler: the operator delivers by hand'),
  read: ({ by: steps = [], byOperator }) => {
    if ((steps.length === 0) !== (byOperator === true)) {
      throw new OperatorError('Say --by, once for each handler, or --by-operator.');
    }
    return { steps };
  },
};

export const addDeliveryCommands: AddOwnCommands = (delivery, context) => {
  const { terminal } = context;
  const show = (answer: object): void => {
    const { steps } = answer as DeliveryDto;
    const rows = steps.map((step) => ({ ...step, settings: JSON.stringify(step.settings) }));
    terminal.list(rows, 'The operator delivers this product by hand.', steps);
  };
  addReading(delivery, context, deliveryHandlers, {
    show: (answer) => {
      const rows = (answer as HandlersDto).items.map((handler) => ({ handler }));
      terminal.list(rows, '');
    },
  });
  addReading(delivery, context, deliveryShow, { show });
  addOperation(delivery, context, deliverySet, {
    description: 'name the handlers; each is tried when the one before refuses',
    own: STEPS,
    show,
  });
};
