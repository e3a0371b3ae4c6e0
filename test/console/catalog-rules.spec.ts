import { AccountGroups } from '../../src/account/account-groups.service.js';
import { operatorBrowser } from '../support/console-operator.js';
import type { TestBrowser } from '../support/test-browser.js';
import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';
import { changesBy, newestEntry } from './changes-by.js';

let shop: TestShop;
let ada: TestBrowser;
let adasName: string;
let began: string;

beforeAll(async () => {
  shop = await workerShop();
  adasName = fresh('ada');
  ada = await operatorBrowser(shop, 'owner', adasName);
});
beforeEach(async () => {
  began = await newestEntry(shop);
});

describe('rules', () => {
  it('show or hide a product, and are taken back', async () => {
    const id = await shop.product({ name: 'Ruled', price: '1' });
    const ruled = fresh('ruled');
    await shop.account({ name: `${ruled} Games` });
    await shop.account({ name: `${ruled} Cards` });
    const page = await ada.open(`/console/catalog/products/${id}`);
    const nobodyChosen = await ada.send(page, 'rules/visibility', { visible: 'false' });
    expect(nobodyChosen.status).toBe(422);
    expect(nobodyChosen.text).toContain('Choose whom it is for.');
    const unnamed = await ada.send(page, 'rules/visibility', { for_whom: 'account' });
    expect([unnamed.status, unnamed.text.includes('Name the account.')]).toEqual([422, true]);
    const typed = { for_whom: 'account', account_id: ruled, visible: 'false' };
    const several = await ada.send(page, 'rules/visibility', typed);
    expect(several.status).toBe(422);
    const unchosen = await ada.send(several, 'rules/visibility');
    expect([unchosen.status, await changesBy(shop, adasName, 'visibility hide', began)]).toEqual([
      422,
      [],
    ]);
    const another = await ada.send(unchosen, 'rules/visibility');
    expect(another.root.querySelectorAll('[name="account_id"] option').length).toBeGreaterThan(2);
    const options = several.root.querySelectorAll('[name="account_id"] option');
    const chosen = options.find(({ text }) => text.includes(`${ruled} Cards`));
    const set = await ada.send(several, 'rules/visibility', {
      account_id: chosen?.getAttribute('value'),
    });
    expect(set.text).toContain('The rule is set.');
    expect(set.text).toContain(`account ${ruled} Cards hidden`);
    const both = await ada.send(page, 'rules/visibility', {
      ...{ for_whom: 'account', account_id: `${ruled} cards`, group_id: '1' },
    });
    expect([both.status, both.text.includes('Leave this empty')]).toEqual([422, true]);
    const nobody = await ada.send(page, 'rules/visibility', {
      ...{ for_whom: 'account', account_id: fresh('nobody') },
    });
    expect(nobody.text).toContain('Nothing with this number or name was found.');
    const cleared = await ada.send(set, 'visibility/clear');
    expect(cleared.text).toContain('The rule is taken back.');
    expect(cleared.text).not.toContain(`account ${ruled} Cards hidden`);
    const [hidden] = await changesBy(shop, adasName, 'visibility hide', began);
    const [clear] = await changesBy(shop, adasName, 'visibility clear', began);
    expect([hidden?.after, clear?.before]).toMatchObject([{ visible: false }, { visible: false }]);
  });

  it('hide a product from everyone when that is chosen, which its state tells', async () => {
    const id = await shop.product({ name: 'For nobody', price: '1' });
    const page = await ada.open(`/console/catalog/products/${id}`);
    const set = await ada.send(page, 'rules/visibility', {
      for_whom: 'everyone',
      visible: 'false',
    });
    expect(set.text).toContain('hidden from everyone');
    const cleared = await ada.send(set, 'visibility/clear');
    expect(cleared.text).not.toContain('hidden from everyone');
  });

  it('set prices of accounts and groups', async () => {
    const id = await shop.product({ name: 'Cheaper', price: '1' });
    const account = await shop.account();
    const page = await ada.open(`/console/catalog/products/${id}`);
    const accountId = String(account.id);
    const set = await ada.send(page, 'rules/prices', {
      ...{ for_whom: 'account', account_id: accountId, percentage: '-5' },
    });
    expect(set.text).toContain('-5 %');
    const fixed = await ada.send(set, 'rules/prices', {
      ...{ for_whom: 'account', account_id: accountId, fixed_price: '.5' },
    });
    expect(fixed.status).toBe(422);
    const nobody = await ada.send(set, 'rules/prices', { fixed_price: '0.50' });
    expect(nobody.status).toBe(422);
    const again = await ada.send(nobody, 'rules/prices', {
      ...{ for_whom: 'account', account_id: accountId },
    });
    expect(again.text).toContain('0.50 USD');
    expect(again.text).not.toContain('-5 %');
    const cleared = await ada.send(again, 'prices/clear');
    expect(cleared.text).not.toContain('0.50 USD');
    expect(await changesBy(shop, adasName, 'price set', began)).toHaveLength(3);
    const category = await shop.category({ name: 'Discounted' });
    const shown = await ada.open(`/console/catalog/categories/${category}`);
    const typed = { for_whom: 'account', account_id: accountId, percentage: '2' };
    expect((await ada.send(shown, 'rules/prices', typed)).text).toContain('+2 %');
  });

  it('of a group are chosen by its name, and seen on what is below their category', async () => {
    const name = `${fresh('Gold')} <b>`;
    const group = await shop.inTransaction((manager) =>
      shop.service(AccountGroups).create(manager, name),
    );
    const games = await shop.category({ name: 'Ruled games' });
    const inner = await shop.category({ name: 'Ruled inner', parentId: games });
    const product = await shop.product({ categoryId: inner });
    const page = await ada.open(`/console/catalog/categories/${games}`);
    const group_id = String(group.id);
    const set = await ada.send(page, 'rules/prices', {
      for_whom: 'group',
      group_id,
      percentage: '-5',
    });
    expect(set.text).toContain(`group ${name} -5 %`);
    expect(set.text).not.toContain('Rules of categories above');
    const below = await ada.open(`/console/catalog/products/${product}`);
    expect(below.text).toMatch(
      new RegExp(`Rules of categories above.*Ruled games.*group ${name} -5 %`),
    );
    expect((await ada.go(below, 'Ruled games')).path).toBe(page.path);
  });

  it('need something that they are about', async () => {
    const form = new URLSearchParams({ visible: 'true' });
    expect((await ada.post('/console/catalog/rules/visibility', form)).status).toBe(400);
  });
});
