import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { place } from '../support/book-pages.js';
import type { BuyingShop } from '../support/buying-shop.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { sentForm, type SentForms } from './sent-form.js';

/** What was asked for once more. */
const CONFIRMED = { confirmed: 'on' };

/** What the forms are about. */
interface Place {
  readonly shop: TestShop;
  readonly account: TestAccount;
  readonly tokenId: number;
  readonly productId: number;
  /** Of a receiver of webhooks. */
  readonly url: string;
  readonly buying: BuyingShop;
}

/** The forms of accounts and of their orders. */
export function accountForms(at: () => Place): SentForms {
  const of = (part = ''): string => `accounts/${at().account.id}${part}`;
  const token = (): string => of(`/tokens/${at().tokenId}`);
  const product = (): string => of(`/catalog/products/${at().productId}`);
  const webhook = (): string => `shop/webhooks/${at().account.id}`;
  const order = async (): Promise<string> => {
    const { shop, account } = at();
    const [id] = await place(account, await shop.product({ price: '1' }));
    return id;
  };
  const accepted = async (): Promise<string> => {
    const id = await order();
    await at().shop.service(OrderCloseService).accept(id, { actor: 'test' });
    return id;
  };
  /** The first that is made. */
  const group = 'groups/1';
  const range = { range: '127.0.0.0/8', ...CONFIRMED };
  return {
    'POST accounts': () => sentForm('account create', 'accounts', 'accounts', { name: 'Another' }),
    'POST accounts/:account/settings': () =>
      sentForm('account set', of('/settings'), 'settings', { name: 'Renamed' }),
    'POST accounts/:account/credit-limit': () =>
      sentForm('account set', of(), 'credit-limit', { credit_limit: '5' }),
    'POST accounts/:account/suspend': () => sentForm('account suspend', of(), 'suspend', CONFIRMED),
    'POST accounts/:account/resume': () => sentForm('account resume', of(), 'resume'),
    'POST accounts/:account/resume-orders': async () => {
      await at().shop.db.query(
        `UPDATE accounts SET orders_halted_at = now(), orders_halted_reason = 'x' WHERE id = $1`,
        [at().account.id],
      );
      return sentForm('account resume-orders', of(), 'resume-orders');
    },
    'POST groups': () => sentForm('group create', 'groups', 'groups', { name: 'Gold' }),
    'POST groups/:group/rename': () => sentForm('group rename', group, 'rename', { name: 'New' }),
    'POST groups/:group/price': () => sentForm('price set', group, 'price', { percentage: '5' }),
    'POST groups/:group/price/clear': () => sentForm('price set', group, 'price/clear'),
    'POST groups/:group/delete': () => sentForm('group delete', group, 'delete', CONFIRMED),
    'POST accounts/:account/deposits': () =>
      sentForm('balance deposit', of('/statement'), 'deposits', { amount: '5' }),
    'POST accounts/:account/adjustments': () =>
      sentForm('balance adjust', of('/statement'), 'adjustments', {
        amount: '-5',
        reason: 'x',
        ...CONFIRMED,
      }),
    'POST accounts/:account/catalog/products/:product/visibility': () =>
      sentForm('visibility hide', product(), 'visibility'),
    'POST accounts/:account/catalog/products/:product/visibility/clear': () =>
      sentForm('visibility clear', product(), 'visibility/clear'),
    'POST accounts/:account/catalog/products/:product/price': () =>
      sentForm('price set', product(), 'price', { fixed_price: '2' }),
    'POST accounts/:account/catalog/products/:product/price/clear': () =>
      sentForm('price set', product(), 'price/clear'),
    'POST accounts/:account/tokens': () =>
      sentForm('token issue', of('/tokens'), 'tokens', { label: 'bot' }),
    'POST accounts/:account/tokens/:token': () =>
      sentForm('token set', token(), token(), { daily_cap: '7' }),
    'POST accounts/:account/tokens/:token/revoke': () =>
      sentForm('token revoke', token(), 'revoke', CONFIRMED),
    'POST accounts/:account/allowed-ips/add': () =>
      sentForm('ip add', of('/allowed-ips'), 'add', range),
    'POST accounts/:account/allowed-ips/remove': () =>
      sentForm('ip remove', of('/allowed-ips'), 'remove', range),
    'POST shop/webhooks/:id': () =>
      sentForm('webhook set', webhook(), webhook(), { url: at().url, balance_low: '5' }),
    'POST shop/webhooks/:id/rotate-secret': () =>
      sentForm('webhook rotate-secret', webhook(), 'rotate-secret'),
    'POST shop/webhooks/:id/test': () => sentForm('webhook test', webhook(), 'test'),
    'POST shop/webhooks/:id/off': () => sentForm('webhook off', webhook(), 'off'),
    'POST shop/webhook-messages/release': () =>
      sentForm('webhook release', 'shop/webhooks', 'release'),
    'POST orders/:order/accept': async () =>
      sentForm('order accept', `orders/${await order()}`, 'accept', { codes: 'A-THAT-IS-SECRET' }),
    'POST orders/:order/reject': async () =>
      sentForm('order reject', `orders/${await order()}`, 'reject', { reason: 'No.' }),
    'POST orders/:order/ask-again': async () =>
      sentForm('order ask-again', `orders/${(await at().buying.forgotten()).id}`, 'ask-again'),
    'POST orders/:order/buy-again': async () => {
      const { id, key } = await at().buying.forgotten();
      return sentForm('order buy-again', `orders/${id}`, 'buy-again', {
        ...{ ...CONFIRMED, instead_of: key },
      });
    },
    'POST orders/:order/reversals': async () =>
      sentForm('order reverse', `orders/${await accepted()}`, 'reversals', { reason: 'No.' }),
  };
}
