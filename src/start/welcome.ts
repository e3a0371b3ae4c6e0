import { randomUUID } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { TOKEN_HEADER } from '../common/http/wire.js';
import type { SoukConfig } from '../config/souk-config.js';
import { DemoShopService, FIRST_ORDER } from '../operator/demo-shop.service.js';

const RULE = '─'.repeat(80);

/**
 * Creates the demo shop in a new embedded database.
 * @returns the lines to print: at the first start the demo token and examples, later how to issue another token.
 */
export async function welcome(app: NestExpressApplication, config: SoukConfig): Promise<string[]> {
  const demo = app.get(DemoShopService, { strict: false });
  if (!(await demo.isNewShop()))
    return ['Another token, in a second terminal: npx souk token issue ACCOUNT'];
  const token = await demo.create();
  const api = `${config.BASE_URL}/client/api`;
  const header = `-H '${TOKEN_HEADER}: ${token}'`;
  return [
    '',
    RULE,
    'The demo shop is open, with 100 USD on its account. Its token is shown this once:',
    '',
    `${TOKEN_HEADER}: ${token}`,
    '',
    'This terminal shows the log from now on. Open a second terminal and try:',
    '',
    `  curl ${header} ${api}/profile`,
    `  curl ${header} ${api}/content/0`,
    `  curl ${header} '${api}/newOrder/${FIRST_ORDER.productId}/params?order_uuid=${randomUUID()}'`,
    '',
    'Deliver the order there, in this folder:',
    '',
    '  npx souk order list --status wait',
    RULE,
    '',
  ];
}
