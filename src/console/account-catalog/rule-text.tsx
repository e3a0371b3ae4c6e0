import type { VNode } from 'preact';
import type { ExplainedProductDto } from '../../operations/catalog/account-catalog.lists.js';
import type { PriceRuleDto, VisibilityRuleDto } from '../../operations/catalog/rule.operations.js';
import { useWords } from '../../pages/page-context.js';
import { TextLink, PageLink } from '../../pages/text-links.js';
import { Code, Money } from '../../pages/values.js';
import { ACCOUNT_CATALOG_WORDS } from './account-catalog-words.js';

/** The names of categories by their ids. */
export type CategoryNames = ReadonlyMap<number, string>;

/** A product with what decides on it. */
export interface ExplainedProps {
  readonly product: ExplainedProductDto;
  /** Of the categories that rules are on. */
  readonly categoryNames: CategoryNames;
}

/** Why a product is shown or not, and the rule that says so. */
export function ListedBy({ product, categoryNames }: ExplainedProps): VNode {
  const words = useWords(ACCOUNT_CATALOG_WORDS);
  const { visibility_rule: rule } = product;
  return (
    <>
      {words.reasons[product.listed_by]}
      {rule && (
        <>
          {' '}
          (<RulePlace rule={rule} categoryNames={categoryNames} />)
        </>
      )}
    </>
  );
}

/** The rule that sets the price of a product. */
export function PricedBy({ product, categoryNames }: ExplainedProps): VNode {
  const words = useWords(ACCOUNT_CATALOG_WORDS);
  const { price_rule: rule } = product;
  if (!rule) return <>{words.byBasePrice}</>;
  return (
    <>
      <PriceChange rule={rule} /> (<RulePlace rule={rule} categoryNames={categoryNames} />)
    </>
  );
}

function PriceChange({ rule }: { readonly rule: PriceRuleDto }): VNode {
  const { percentage, fixed_price: fixedPrice } = rule;
  if (percentage === null) return <Money value={fixedPrice} />;
  return <Code>{`${percentage.startsWith('-') ? '' : '+'}${percentage} %`}</Code>;
}

interface RulePlaceProps {
  readonly rule: VisibilityRuleDto | PriceRuleDto;
  readonly categoryNames: CategoryNames;
}

/** Whose rule it is, and what it is about; a group and a category lead to their pages. */
function RulePlace({ rule, categoryNames }: RulePlaceProps): VNode {
  const words = useWords(ACCOUNT_CATALOG_WORDS);
  const { account_id: account, group_id: group } = rule;
  const { product_id: product, category_id: category } = rule;
  return (
    <>
      {account !== null ? (
        words.ofAccount
      ) : group !== null ? (
        <PageLink to={`groups/${group}`}>{words.ofGroup}</PageLink>
      ) : (
        words.ofEveryone
      )}
      ,{' '}
      {product !== null ? (
        words.onProduct
      ) : category !== null ? (
        <>
          {words.onCategory}{' '}
          <TextLink to={`catalog/categories/${category}`}>
            {categoryNames.get(category) ?? category}
          </TextLink>
        </>
      ) : (
        words.onAll
      )}
    </>
  );
}
