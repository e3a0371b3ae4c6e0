import { get, type Group, type Row } from '../asked.js';
import type { AccountName } from '../shop/accounts.js';

const CONTENTS = ['1', '11', '111', '1111', '11111', '2', '3', '31', '4', '41', '5', '9', '900'];

export const CATALOG: Group = {
  name: 'catalog',
  rows: [
    get('plain', 'profile'),
    get('plain', 'categories'),
    get('plain', 'categories/all'),
    get('plain', 'content/0'),
    ...CONTENTS.map((id) => get('plain', `content/${id}`)),
    get('plain', 'products'),
    get('plain', 'products-wrapped?base=1'),
    get('plain', 'tree'),
  ],
};

export const CATALOG_WHOLE: Group = {
  name: 'catalog-whole',
  rows: [get('plain', 'catalog'), get('special', 'products-wrapped')],
};

function audience(as: AccountName): Row[] {
  return [
    get(as, 'profile', `${as}: profile`),
    get(as, 'categories/all', `${as}: all categories`),
    get(as, 'products', `${as}: products`),
    get(as, 'content/4', `${as}: content`),
    get(as, 'products?products_id=1007', `${as}: a hidden product`),
  ];
}

/** The same shop as others see it. */
export const AUDIENCES: Group = {
  name: 'audiences',
  rows: [
    ...audience('gold'),
    ...audience('special'),
    ...audience('lister'),
    ...audience('tester'),
    get('lister', 'content/41', 'lister: a hidden category'),
    get('tester', 'content/9', 'tester: the test category'),
  ],
};
