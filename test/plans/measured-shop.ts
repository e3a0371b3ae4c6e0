import { operatorBrowser } from '../support/console-operator.js';
import { SentStatements } from '../support/sent-statements.js';
import { TestOperator } from '../support/test-operator.js';
import type { TestShop } from '../support/test-shop.js';
import { ADMIN_LISTS, ADMIN_SINGLES, ADMIN_SUMS } from './admin-questions.js';
import { Asking, type Ask, type Measured } from './asking.js';
import { CLIENT_LISTS, QUIET_LISTS } from './client-questions.js';
import { CONSOLE_PAGES, CONSOLE_SUMS } from './console-questions.js';
import type { Question } from './question.js';
import { QUIET_ACCOUNT } from './shop-rows.sql.js';
import { unaskedRoutes } from './unasked-routes.js';

/** What was measured of a shop. */
export interface MeasuredShop {
  readonly lists: readonly Measured[];
  readonly sums: readonly Measured[];
}

/** One way into the shop, and what is asked there. */
interface Door {
  readonly prefix: string;
  readonly ask: Ask;
  readonly questions: readonly Question[];
}

/**
 * Asks everything that reads lists.
 * @throws Error for a route that nothing here asks
 */
export async function measureShop(
  shop: TestShop,
  say: (line: string) => void,
): Promise<MeasuredShop> {
  const forgotten = unaskedRoutes(shop);
  if (forgotten.length > 0)
    throw new Error(`test/plans asks none of these, nor says why: ${forgotten.join(', ')}`);
  const sent = new SentStatements();
  sent.listenTo(shop.app.getHttpServer());
  const measured: Measured[] = [];
  try {
    for (const { prefix, ask, questions } of await doorsOf(shop)) {
      const asking = new Asking(shop.db, sent, prefix, ask);
      if (questions[0]) await asking.settled(questions[0]);
      for (const question of questions) {
        for (const one of await asking.measure(question)) {
          say(`${one.asked} (${one.page}): ${one.rows} rows, ${one.pages} pages`);
          measured.push(one);
        }
      }
    }
  } finally {
    sent.end();
  }
  return {
    lists: measured.filter(({ most }) => most !== undefined),
    sums: measured.filter(({ most }) => most === undefined),
  };
}

async function doorsOf(shop: TestShop): Promise<Door[]> {
  const token = await shop.token(1);
  const quietToken = await shop.token(QUIET_ACCOUNT);
  const owner = await TestOperator.of(shop, 'owner');
  const browser = await operatorBrowser(shop, 'owner', 'reader');
  return [
    {
      prefix: '/client/api/',
      ask: (path) => shop.requestPage(`/client/api/${path}`, { token }),
      questions: CLIENT_LISTS,
    },
    {
      prefix: '/client/api/',
      ask: (path) => shop.requestPage(`/client/api/${path}`, { token: quietToken }),
      questions: QUIET_LISTS,
    },
    {
      prefix: '/admin/api/v1/',
      ask: (path) => owner.ask(`GET ${path}`),
      questions: [...ADMIN_LISTS, ...ADMIN_SINGLES, ...ADMIN_SUMS],
    },
    {
      prefix: '/console',
      ask: (path) => browser.ask(`/console${path}`),
      questions: [...CONSOLE_PAGES, ...CONSOLE_SUMS],
    },
  ];
}
