import { PASSWORD, signIn } from '../support/console-operator.js';
import type { TestShop } from '../support/test-shop.js';
import { sentForm, type SentForms } from './sent-form.js';

/** What the forms are about. */
interface Place {
  readonly shop: TestShop;
  readonly accountId: number;
  readonly groupId: number;
  readonly categoryId: number;
  readonly productId: number;
  /** One that answers with its catalog. */
  readonly supplier: string;
  /** The page of an upload that was compared. */
  readonly uploaded: () => Promise<string>;
  /** The page that tells of a change that the operator has just made. */
  readonly renamed: () => Promise<string>;
}

/** The forms that are made by hand, and further ones of an operation that test/operations walks by another form. */
export function otherForms(at: () => Place): SentForms {
  const group = (): string => `groups/${at().groupId}`;
  const product = (): string => `catalog/products/${at().productId}`;
  const pictured = (items: 'categories' | 'products', id: number) =>
    at().shop.db.query(`UPDATE ${items} SET image = '/images/uc.png' WHERE id = $1`, [id]);
  const ownProduct = (): string => `accounts/${at().accountId}/${product()}`;
  return {
    'POST groups/:group/accounts': async () => {
      const { id } = await at().shop.account();
      return sentForm('account set', group(), 'accounts', { account_id: String(id) });
    },
    'POST groups/:group/prices': () =>
      sentForm('price set', group(), 'prices', {
        ...{ product_id: String(at().productId), fixed_price: '2' },
      }),
    'POST groups/:group/price': () => sentForm('price set', group(), 'price', { percentage: '5' }),
    'POST groups/:group/price/clear': () => sentForm('price set', group(), 'price/clear'),
    'POST accounts/:account/catalog/products/:product/visibility': () =>
      sentForm('visibility hide', ownProduct(), 'visibility'),
    'POST accounts/:account/catalog/products/:product/visibility/clear': () =>
      sentForm('visibility clear', ownProduct(), 'visibility/clear'),
    'POST accounts/:account/catalog/products/:product/price': () =>
      sentForm('price set', ownProduct(), 'price', { fixed_price: '2' }),
    'POST accounts/:account/catalog/products/:product/price/clear': () =>
      sentForm('price set', ownProduct(), 'price/clear'),
    'POST catalog/categories/:category/move': async () => {
      const parent_id = String(await at().shop.category());
      return sentForm('category move', `catalog/categories/${at().categoryId}`, 'move', {
        parent_id,
      });
    },
    'POST catalog/categories/:category/picture/remove': async () => {
      await pictured('categories', at().categoryId);
      return sentForm(
        'category picture',
        `catalog/categories/${at().categoryId}`,
        'picture/remove',
      );
    },
    'POST catalog/products/:product/picture/remove': async () => {
      await pictured('products', at().productId);
      return sentForm('product picture', product(), 'picture/remove');
    },
    'POST shop/logo/remove': async () => {
      await at().shop.db.query(`UPDATE shop_branding SET logo = '/images/uc.png'`);
      return sentForm('branding logo', 'shop', 'logo/remove');
    },
    'POST catalog/products/:product/fields': () =>
      sentForm('product set', product(), 'fields', { field_0_name: 'playerId' }),
    'POST catalog/products/:product/deletion': () =>
      sentForm('product set', product(), 'deletion', { deleted: 'false' }),
    'POST catalog/imports/:import/apply': async () =>
      sentForm('catalog import', await at().uploaded(), 'apply'),
    'POST stock': () =>
      sentForm('codes import', 'stock', 'stock', { name: 'uc60', codes: 'A-THAT-IS-SECRET' }),
    'POST stock/:stock/withdraw': () =>
      sentForm('codes withdraw', 'stock/uc60', 'withdraw', { count: '1' }),
    'POST suppliers/:supplier/catalog/picks': () =>
      sentForm('supplier sync', `suppliers/${at().supplier}/catalog`, 'picks', {
        ...{ everything: [], picked_products: '21' },
      }),
    'POST reports/costs': () =>
      sentForm('cost set', 'reports/costs', 'costs', {
        ...{ product_id: String(at().productId), cost: '1' },
      }),
    'POST undo': async () => sentForm('audit take-back', await at().renamed(), 'undo'),
    'POST shop/upkeep/backups/download': () =>
      sentForm('backups download', 'shop/upkeep', 'backups/download', { present: PASSWORD }),
    'POST shop/upkeep/backups/key': () =>
      sentForm('backups key', 'shop/upkeep', 'backups/key', { present: PASSWORD }),
    'POST own/sessions/:id/end': async () => {
      await signIn(at().shop, 'owner');
      return sentForm('operator end-session', 'own', 'end');
    },
    'POST own/preferences': () =>
      sentForm('operator set-conventions', 'own', 'own/preferences', { language: 'de' }),
    'POST own/conventions': () =>
      sentForm('operator set-conventions', 'own', 'own/conventions', {
        ...{ language: 'en', time_zone: 'Europe/Istanbul', week_start: '' },
      }),
    'POST own/password': () =>
      sentForm('operator set-password', 'own', 'own/password', {
        ...{ present: PASSWORD, password: `${PASSWORD}!`, repeat: `${PASSWORD}!` },
      }),
  };
}
