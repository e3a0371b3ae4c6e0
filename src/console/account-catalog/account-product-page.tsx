import type { AccountDto } from '../../admin/accounts/accounts.dto.js';
import type { ExplainedProductDto } from '../../admin/account-catalog/account-catalog.dto.js';
import { Details } from '../../pages/table.js';
import { Badge, Code, Money, Text } from '../../pages/values.js';
import { accountFrame } from '../accounts/account-frame.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { ACCOUNT_CATALOG_WORDS } from './account-catalog-words.js';
import { ListedBy, PricedBy } from './rule-text.js';

/** Whether an account sees a product, at which price, and why. */
export function accountProductPage(
  visit: Visit,
  account: AccountDto,
  product: ExplainedProductDto,
): Page {
  const words = ACCOUNT_CATALOG_WORDS[visit.language];
  const { listed, price } = product;
  return accountFrame(visit, {
    account,
    part: 'catalog',
    content: (
      <>
        <section class="card">
          <h2>
            <Text>{product.name}</Text> (<Code>{product.id}</Code>)
          </h2>
          <Details
            entries={[
              [
                words.listedBy,
                <>
                  <Badge kind={listed ? 'good' : 'bad'}>
                    {listed ? words.listed : words.notListed}
                  </Badge>{' '}
                  <ListedBy product={product} />
                </>,
              ],
              [words.price, price === null ? words.noPrice : <Money value={price} />],
              [words.priceBy, <PricedBy product={product} />],
              [words.basePrice, <Money value={product.base_price} />],
            ]}
          />
        </section>
        <p>
          <a href={visit.links.to(`accounts/${account.id}/catalog`)}>{words.back}</a>
        </p>
      </>
    ),
  });
}
