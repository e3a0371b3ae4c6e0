import type { Command } from 'commander';
import { OperatorError } from '../../common/app-error.js';
import { RepeatedPurchases } from '../../fulfillment/delivery/repeated-purchases.service.js';
import { OpenPurchasesRepository } from '../../fulfillment/upstream/purchase/open-purchases.repository.js';
import type { Order } from '../../orders/order.entity.js';
import { OrderListService } from '../../orders/order-list.service.js';
import { operatorName, type AuditedContext, type OpenShop } from '../context/command-context.js';
import { noteChange, noteChanged } from '../context/noted-change.js';
import type { Row } from '../context/terminal.js';

interface BuyAgainOptions {
  readonly insteadOf?: string;
}

/** Adds `souk order ask-again` and `souk order buy-again`. */
export function addPurchaseCommands(order: Command, { terminal, withShop }: AuditedContext): void {
  order
    .command('ask-again')
    .argument('<order>', 'order id of an order that waits at a supplier')
    .description('ask the supplier now, as happens later by itself')
    .action((id: string) =>
      withShop(async (shop) => {
        const asked = await shop.get(OrderListService).get(id, false);
        const tell = () => purchaseRow(shop, asked);
        await noteChange(shop, tell, () => shop.get(RepeatedPurchases).askAgain(asked));
        terminal.item(await tell());
      }),
    );

  order
    .command('buy-again')
    .argument('<order>', 'order id of a waiting order that its supplier has forgotten')
    .description(
      'buy the order under another key; the supplier seals the former one first, or must not know it',
    )
    .option('--instead-of <key>', 'the former key, which the command shows without this option')
    .action((id: string, { insteadOf }: BuyAgainOptions) =>
      withShop(async (shop) => {
        const found = await shop.get(OrderListService).get(id, false);
        const before = await purchaseRow(shop, found);
        if (insteadOf === undefined && before.forgotten !== null) {
          terminal.item(before);
          throw new OperatorError(
            'Nothing was bought. Look first whether the supplier has delivered or charged in the time that it has forgotten; then repeat this with --instead-of and the key.',
          );
        }
        const repeated = shop.get(RepeatedPurchases);
        const givenUp = await repeated.giveUp(found, insteadOf ?? '');
        const generation = await repeated.buyAgain(found, givenUp, operatorName());
        const { supplier, why } = givenUp;
        const after = { order: found.orderId, supplier, generation, former_key: why };
        noteChanged(shop, before, after);
        terminal.item(after);
      }),
    );
}

/** What is known of the purchase of an order, if there is one. */
async function purchaseRow(shop: OpenShop, { orderId, accountId }: Order): Promise<Row> {
  const { status } = await shop.get(OrderListService).get(orderId, false);
  const purchase = await shop.get(OpenPurchasesRepository).find({ orderId, accountId });
  return {
    order: orderId,
    status,
    supplier: purchase?.supplier ?? null,
    key: purchase?.key ?? null,
    generation: purchase?.generation ?? null,
    requests: purchase?.requests ?? null,
    sent: purchase?.sentAt ?? null,
    supplier_order: purchase?.supplierOrder ?? null,
    forgotten: purchase?.forgottenAt ?? null,
  };
}
