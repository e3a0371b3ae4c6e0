import type { VNode } from 'preact';
import type { ExplainedProductDto } from '../../admin/account-catalog/account-catalog.dto.js';
import type { PriceRuleDto, VisibilityRuleDto } from '../../admin/catalog/rules.dto.js';
import { useWords } from '../../pages/page-context.js';
import { Code, Money } from '../../pages/values.js';
import { ACCOUNT_CATALOG_WORDS } from './account-catalog-words.js';

/** Why a product is shown or not, and the rule that says so. */
export function ListedBy({ product }: { readonly product: ExplainedProductDto }): VNode {
  const words = useWords(ACCOUNT_CATALOG_WORDS);
  const { visibility_rule: rule } = product;
  return (
    <>
      {words.reasons[product.listed_by]}
      {rule && (
        <>
          {' '}
          (<RulePlace rule={rule} />)
        </>
      )}
    </>
  );
}

/** The rule that sets the price of a product. */
export function PricedBy({ product }: { readonly product: ExplainedProductDto }): VNode {
  const words = useWords(ACCOUNT_CATALOG_WORDS);
  const { price_rule: rule } = product;
  if (!rule) return <>{words.byBasePrice}</>;
  return (
    <>
      <PriceChange rule={rule} /> (<RulePlace rule={rule} />)
    </>
  );
}

function PriceChange({ rule }: { readonly rule: PriceRuleDto }): VNode {
  const { percentage, fixed_price: fixedPrice } = rule;
  if (percentage === null) return <Money value={fixedPrice} />;
  return <Code>{`${percentage.startsWith('-') ? '' : '+'}${percentage} %`}</Code>;
}

/** Whose rule it is, and what it is about. */
function RulePlace({ rule }: { readonly rule: VisibilityRuleDto | PriceRuleDto }): VNode {
  const words = useWords(ACCOUNT_CATALOG_WORDS);
  const { account_id: account, group_id: group } = rule;
  const { product_id: product, category_id: category } = rule;
  const whose =
    account !== null ? words.ofAccount : group !== null ? words.ofGroup : words.ofEveryone;
  return (
    <>
      {whose},{' '}
      {product !== null ? (
        words.onProduct
      ) : category !== null ? (
        <>
          {words.onCategory} <Code>{category}</Code>
        </>
      ) : (
        words.onAll
      )}
    </>
  );
}
