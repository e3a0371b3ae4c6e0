import { pathOf } from '../../src/upkeep/audit/operator-action.js';
import { adminRoutes } from '../admin/admin-routes.js';
import { allCommands } from '../support/all-commands.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { consoleRoutes } from './console-routes.js';

/** They need the machine of the shop, or its keys. */
const TERMINAL_ONLY = [
  ...[
    'backup',
    'restore',
    'migrate',
    'secret-key',
    'codes rotate',
    'codes repeated',
    'operator link',
  ],
  // What the server may reach in its own network is not for who may only sign in.
  ...['private-host list', 'private-host add', 'private-host remove'],
];

/** Each command, the route of the admin API that does the same, and that of the console. */
const SAME = `
account create | POST accounts | POST accounts
account list | GET accounts | GET accounts
account show | GET accounts/:id | GET accounts/:account
account set | PATCH accounts/:id | POST accounts/:account/settings
account suspend | POST accounts/:id/suspend | POST accounts/:account/suspend
account resume | POST accounts/:id/resume | POST accounts/:account/resume
account resume-orders | POST accounts/:id/resume-orders | POST accounts/:account/resume-orders
token issue | POST accounts/:id/tokens | POST accounts/:account/tokens
token list | GET accounts/:id/tokens | GET accounts/:account/tokens
token set | PATCH tokens/:id | POST accounts/:account/tokens/:token
token revoke | POST tokens/:id/revoke | POST accounts/:account/tokens/:token/revoke
ip add | POST accounts/:id/allowed-ips | POST accounts/:account/allowed-ips/add
ip remove | DELETE accounts/:id/allowed-ips | POST accounts/:account/allowed-ips/remove
ip list | GET accounts/:id/allowed-ips | GET accounts/:account/allowed-ips
balance deposit | POST accounts/:id/deposits | POST accounts/:account/deposits
balance adjust | POST accounts/:id/adjustments | POST accounts/:account/adjustments
balance show | GET accounts/:id/balance | GET accounts/:account
balance statement | GET accounts/:id/ledger | GET accounts/:account/statement
ledger verify | GET ledger/verification | GET shop/upkeep/verification
group create | POST groups | POST groups
group list | GET groups | GET groups
group rename | PATCH groups/:id | POST groups/:group/rename
group delete | DELETE groups/:id | POST groups/:group/delete
group assign | PATCH accounts/:id | POST accounts/:account/settings
catalog import | POST catalog-imports/:uuid/apply | POST catalog/imports/:import/apply
catalog export | GET catalog-export | GET catalog/export
catalog show | GET accounts/:id/catalog | GET accounts/:account/catalog
category create | POST categories | POST catalog/categories
category rename | PATCH categories/:id | POST catalog/categories/:category/rename
category move | PATCH categories/:id | POST catalog/categories/:category/move
product set | PATCH products/:id | POST catalog/products/:product/facts
delivery handlers | GET delivery-handlers | GET catalog/products/:product
delivery show | GET products/:id/delivery | GET catalog/products/:product
delivery set | PUT products/:id/delivery | POST catalog/products/:product/delivery
codes import | POST stocks/:name/codes | POST stock/:stock/codes
codes list | GET stocks | GET stock
codes warn | PUT stocks/:name/warn-below | POST stock/:stock/warn-below
codes withdraw | POST stocks/:name/withdraw | POST stock/:stock/withdraw
codes release | POST stocks/:name/release | POST stock/:stock/release
supplier add | POST suppliers | POST suppliers
supplier list | GET suppliers | GET suppliers
supplier check | POST suppliers/:name/check | POST suppliers/:supplier/check
supplier freeze | POST suppliers/:name/freeze | POST suppliers/:supplier/freeze
supplier set | PATCH suppliers/:name | POST suppliers/:supplier/settings
supplier sync | PUT suppliers/:name/sync | POST suppliers/:supplier/sync
supplier remove | DELETE suppliers/:name | POST suppliers/:supplier/remove
price set | PUT price-rules | POST catalog/rules/prices
price base | POST base-prices | POST prices/apply
price list | GET price-rules | GET catalog/products/:product
cost set | PUT products/:id/cost | POST reports/costs
cost list | GET costs | GET reports/costs
cost import | POST costs/import | POST reports/costs/import
visibility hide | PUT visibility-rules | POST catalog/rules/visibility
visibility show | PUT visibility-rules | POST catalog/rules/visibility
visibility clear | DELETE visibility-rules | POST catalog/rules/visibility/clear
visibility list | GET visibility-rules | GET catalog/products/:product
order list | GET orders | GET orders
order show | GET orders/:order | GET orders/:order
order purchase | GET orders/:order/purchase | GET orders/:order
order find | GET order-search | GET orders
order refusals | GET refusals | GET orders
order accept | POST orders/accept | POST waiting/decide
order reject | POST orders/reject | POST waiting/decide
order ask-again | POST orders/:order/ask-again | POST orders/:order/ask-again
order buy-again | POST orders/:order/buy-again | POST orders/:order/buy-again
order reverse | POST orders/:order/reversals | POST orders/:order/reversals
report sales | GET reports/sales | GET reports
report balances | GET reports/balances | GET reports/balances
report stock | GET reports/stock | GET reports/stock
webhook set | PUT accounts/:id/webhook | POST shop/webhooks/:id
webhook show | GET accounts/:id/webhook | GET shop/webhooks/:id
webhook rotate-secret | POST accounts/:id/webhook/rotate-secret | POST shop/webhooks/:id/rotate-secret
webhook test | POST accounts/:id/webhook/test | POST shop/webhooks/:id/test
webhook off | DELETE accounts/:id/webhook | POST shop/webhooks/:id/off
webhook failures | GET webhook-failures | GET shop/webhooks
webhook release | POST webhook-messages/release | POST shop/webhook-messages/release
notify list | GET notifications | GET shop/notifications
notify set | POST notifications | POST shop/notifications
notify remove | DELETE notifications/:name | POST shop/notifications/:recipient/remove
notify test | POST notifications/:name/test | POST shop/notifications/:recipient/test
notify mail-server show | GET mail-server | GET shop/mail-server
notify mail-server set | PUT mail-server | POST shop/mail-server
notify mail-server remove | DELETE mail-server | POST shop/mail-server/remove
maintenance on | PUT maintenance | POST shop/maintenance
maintenance off | PUT maintenance | POST shop/maintenance
maintenance status | GET maintenance | GET shop
request-forms on | PUT request-forms | POST shop/upkeep/request-forms
request-forms off | PUT request-forms | POST shop/upkeep/request-forms
request-forms status | GET request-forms | GET shop/upkeep
testing add | POST test-products | POST shop/upkeep/test-products
testing remove | DELETE test-products | POST shop/upkeep/test-products/remove
operator create | POST operators | POST operators
operator invite | POST operators/:name/invite | POST operators/:name/invite
operator reset | POST operators/:name/reset | POST operators/:name/reset
operator set | PATCH operators/:name | POST operators/:name
operator disable | POST operators/:name/disable | POST operators/:name/disable
operator enable | POST operators/:name/enable | POST operators/:name/enable
operator sign-out | POST operators/:name/sign-out | POST operators/:name/sign-out
operator list | GET operators | GET operators
operator token create | POST operator-tokens | POST operator-tokens
operator token list | GET operator-tokens | GET operator-tokens
operator token revoke | POST operator-tokens/:id/revoke | POST operator-tokens/:id/revoke
audit list | GET audit | GET audit
audit operators | GET operators | GET operators
extension list | GET extensions | GET shop/extensions
extension forget | DELETE extensions/:name | POST shop/extensions/:extension/forget
extension failures | GET failed-events | GET shop/extensions
extension resend | POST failed-events/:id/resend | POST shop/extensions/failed-events/:event/resend
extension release | POST failed-events/release | POST shop/extensions/failed-events/release
backups confirm | POST backups/confirm | POST shop/upkeep/backups/confirm
doctor | GET doctor | GET shop/doctor
settle | POST maintenance/settle | POST shop/upkeep/settle
demo remove | DELETE demo-shop | POST shop/upkeep/demo-shop/remove
`;

const rows = SAME.trim()
  .split('\n')
  .map((line) => line.split(' | '));

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

it('whatever the command line can do, the admin API and the console can, but for keys and backups', async () => {
  const commands = (await allCommands()).map(pathOf);
  expect([...rows.map(([command]) => command), ...TERMINAL_ONLY].sort()).toEqual(commands.sort());
  const [api, pages] = [new Set(adminRoutes(shop)), new Set(consoleRoutes(shop))];
  expect(rows.filter(([, route = '']) => !api.has(route))).toEqual([]);
  expect(rows.filter(([, , page = '']) => !pages.has(page))).toEqual([]);
});
