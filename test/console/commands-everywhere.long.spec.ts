import { pathOf } from '../../src/upkeep/audit/operator-action.js';
import { OPERATIONS } from '../../src/admin/operations/topics.js';
import { adminRoutes } from '../admin/admin-routes.js';
import { idOf } from '../operations/walked-doors.js';
import { WALKS } from '../operations/walked-table.js';
import { allCommands } from '../support/all-commands.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { consoleRoutes } from './console-routes.js';

/** They need the machine of the shop, or its keys. */
const TERMINAL_ONLY = [
  ...[
    'backup',
    'restore',
    'migrate',
    'extension undo',
    'secret-key',
    'codes rotate',
    'codes repeated',
    'events',
    'operator link',
    'receipts key',
    'receipts break',
  ],
  // What the server may reach in its own network is not for who may only sign in.
  ...['private-host list', 'private-host add', 'private-host remove'],
];

/** Each command that is no operation, or is done to many, the route of the admin API that does the same, and that of the console. */
const SAME = `
account list | GET accounts | GET accounts
account show | GET accounts/:id | GET accounts/:account
token list | GET accounts/:id/tokens | GET accounts/:account/tokens
ip list | GET accounts/:id/allowed-ips | GET accounts/:account/allowed-ips
balance show | GET accounts/:id/balance | GET accounts/:account
balance statement | GET accounts/:id/ledger | GET accounts/:account/statement
ledger verify | GET ledger/verification | GET shop/upkeep/verification
receipts check | POST receipts/check | POST shop/upkeep/receipts
group list | GET groups | GET groups
group assign | PATCH accounts/:id | POST accounts/:account/settings
catalog import | POST catalog-imports/:uuid/apply | POST catalog/imports/:import/apply
catalog settings | GET catalog-settings | GET shop
branding show | GET branding | GET shop
conventions show | GET conventions | GET shop
catalog export | GET catalog-export | GET catalog/export
catalog show | GET accounts/:id/catalog | GET accounts/:account/catalog
category move | PATCH categories/:id | POST catalog/categories/:category/move
delivery handlers | GET delivery-handlers | GET catalog/products/:product
delivery show | GET products/:id/delivery | GET catalog/products/:product
codes list | GET stocks | GET stock
codes withdraw | POST stocks/:name/withdraw | POST stock/:stock/withdraw
supplier catalog | GET suppliers/:name/catalog | GET suppliers/:supplier/catalog
supplier list | GET suppliers | GET suppliers
price list | GET price-rules | GET catalog/products/:product
cost list | GET costs | GET reports/costs
visibility show | PUT visibility-rules | POST catalog/rules/visibility
visibility list | GET visibility-rules | GET catalog/products/:product
order list | GET orders | GET orders
order show | GET orders/:order | GET orders/:order
order purchase | GET orders/:order/purchase | GET orders/:order
order find | GET order-search | GET orders
order refusals | GET refusals | GET orders
erasure list | GET erasures | GET shop/upkeep
order accept | POST orders/accept | POST waiting/decide
order reject | POST orders/reject | POST waiting/decide
report sales | GET reports/sales | GET reports
report balances | GET reports/balances | GET reports/balances
report stock | GET reports/stock | GET reports/stock
webhook show | GET accounts/:id/webhook | GET shop/webhooks/:id
webhook failures | GET webhook-failures | GET shop/webhooks
notify list | GET notifications | GET shop/notifications
notify mail-server show | GET mail-server | GET shop/mail-server
maintenance on | PUT maintenance | POST shop/maintenance
maintenance status | GET maintenance | GET shop
request-forms off | PUT request-forms | POST shop/upkeep/request-forms
request-forms status | GET request-forms | GET shop/upkeep
operator list | GET operators | GET operators
operator token list | GET operator-tokens | GET operator-tokens
audit items | GET audit/:id/items | GET audit/:entry
audit list | GET audit | GET audit
audit show | GET audit/:id | GET audit/:entry
audit operators | GET operators | GET operators
extension list | GET extensions | GET shop/extensions
extension failures | GET failed-events | GET shop/extensions
doctor | GET doctor | GET shop/doctor
`;

/** Those of operations: the form of each is known from its walk. */
const OPERATED = WALKS.flatMap(({ id, ending, more }) => {
  const operation = OPERATIONS.find((one) => idOf(one) === id);
  return operation
    ? [[more.get('command') ?? operation.name, operation.route, `POST ${ending}`]]
    : [];
});

/** Routes name their parameters in their own way. */
const unnamed = (route = ''): string => route.replace(/:\w+/g, ':');

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

it('whatever the command line can do, the admin API and the console can, but for keys and backups', async () => {
  const commands = (await allCommands()).map(pathOf);
  const rows = [
    ...SAME.trim()
      .split('\n')
      .map((line) => line.split(' | ')),
    ...OPERATED.filter(([command = '']) => commands.includes(command)),
  ];
  const known = new Set([...rows.map(([command = '']) => command), ...TERMINAL_ONLY]);
  expect([...known].sort()).toEqual(commands.sort());
  const [api, pages] = [adminRoutes(shop), consoleRoutes(shop)].map(
    (routes) => new Set(routes.map(unnamed)),
  );
  expect(rows.filter(([, route]) => !api!.has(unnamed(route)))).toEqual([]);
  expect(rows.filter(([, , page]) => !pages!.has(unnamed(page)))).toEqual([]);
});
