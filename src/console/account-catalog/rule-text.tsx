import type { ExplainedProductDto } from '../../operations/catalog/account-catalog.lists.js';
import { TextLink, PageLink } from '../../pages/text-links.js';
import { PriceOfRule, type Rule } from '../catalog/rule-columns.js';
import type { Names } from '../shell/thing-naming.service.js';
import { useWords } from '../../pages/words.js';

/** A product with what decides on it. */
export interface ExplainedProps {
  readonly product: ExplainedProductDto;
  /** Of the categories that rules are on. */
  readonly categoryNames: Names;
}

/** Why a product is shown or not, and the rule that says so. */
export function ListedBy({ product, categoryNames }: ExplainedProps) {
  const words = useWords('accountCatalog');
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
export function PricedBy({ product, categoryNames }: ExplainedProps) {
  const words = useWords('accountCatalog');
  const { price_rule: rule } = product;
  if (!rule) return <>{words.byBasePrice}</>;
  return (
    <>
      <PriceOfRule {...rule} /> (<RulePlace rule={rule} categoryNames={categoryNames} />)
    </>
  );
}

type RulePlaceProps = Pick<ExplainedProps, 'categoryNames'> & { readonly rule: Rule };

/** Whose rule it is, and what it is about; a group and a category lead to their pages. */
function RulePlace({ rule, categoryNames }: RulePlaceProps) {
  const words = useWords('accountCatalog');
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
