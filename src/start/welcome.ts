import { randomUUID } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { TOKEN_HEADER } from '../common/http/wire.js';
import type { SoukConfig } from '../config/souk-config.js';
import { ownerLink } from './owner-link.js';
import { DemoShopService, FIRST_ORDER } from '../upkeep/demo-shop.service.js';

const RULE = '─'.repeat(80);

/**
 * Creates the demo shop in a new embedded database.
 * @returns the lines to print: at the first start the demo token and examples, later how to issue another token; and how to
 * come into the console, as long as nobody has.
 */
export async function welcome(app: NestExpressApplication, config: SoukConfig): Promise<string[]> {
  const demo = app.get(DemoShopService, { strict: false });
  const link = await ownerLink(app, config);
  if (!(await demo.isNewShop())) {
    const another = 'Another token, in a second terminal: npx souk token issue ACCOUNT';
    return link === undefined ? [another] : [...consoleLines(link), '', another];
  }
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
    ...(link === undefined ? [] : ['', ...consoleLines(link)]),
    RULE,
    '',
  ];
}

/** @param link for the first operator. */
function consoleLines(link: string): string[] {
  return [
    'Or in the console. Whoever opens this link first becomes the owner of the shop; it works once, within 24 hours, until the',
    'next start:',
    '',
    `  ${link}`,
  ];
}
