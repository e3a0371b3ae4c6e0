import type { VNode } from 'preact';
import type { ExplainedProductDto } from '../../admin/catalog/account-catalog.dto.js';
import type { PriceRuleDto, VisibilityRuleDto } from '../../admin/catalog/catalog.dto.js';
import type { ListingReason } from '../../catalog/view/product-explanation.js';
import { isolated } from '../../pages/language.js';
import { Details } from '../../pages/table.js';
import { Code, Money, YesNo } from '../../pages/values.js';
import { CATALOG_WORDS } from '../catalog/catalog-words.js';
import { Audience, PriceOfRule } from '../catalog/rules-section.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { SeenLinks } from './seen-catalog-page.js';
import { SEEN_WORDS } from './seen-words.js';

/** Whether an account sees a product, at which price, and the rule behind each. */
export function seenProductPage(visit: Visit, account: number, seen: ExplainedProductDto): Page {
  const words = SEEN_WORDS[visit.language];
  const { price, visibility_rule: visibility, price_rule: priceRule } = seen;
  const shownOrHidden = CATALOG_WORDS[visit.language];
  return {
    title: `${isolated(seen.name)} · ${isolated(String(seen.id))}`,
    content: (
      <>
        <SeenLinks visit={visit} account={account} />
        <section class="card">
          <Details
            entries={[
              [words.listed, <YesNo value={seen.listed} />],
              [words.why, reasonText(visit, seen.listed_by)],
              [
                words.visibilityRule,
                visibility === null ? (
                  words.noRule
                ) : (
                  <Rule visit={visit} rule={visibility}>
                    {visibility.visible ? shownOrHidden.shown : shownOrHidden.hidden}
                  </Rule>
                ),
              ],
              [words.price, price === null ? words.noPrice : <Money value={price} />],
              [words.basePrice, <Money value={seen.base_price} />],
              [
                words.priceRule,
                priceRule === null ? (
                  words.noRule
                ) : (
                  <Rule visit={visit} rule={priceRule}>
                    <PriceOfRule {...priceRule} />
                  </Rule>
                ),
              ],
            ]}
          />
        </section>
        <p>
          <a href={visit.links.to(`catalog/products/${seen.id}`)}>
            {words.product} <Code>{seen.id}</Code>
          </a>
        </p>
      </>
    ),
  };
}

function reasonText({ language }: Visit, reason: string): string {
  const { reasons } = SEEN_WORDS[language];
  return reasons[reason as ListingReason];
}

interface RuleProps {
  readonly visit: Visit;
  readonly rule: VisibilityRuleDto | PriceRuleDto;
  readonly children: VNode | string;
}

/** What a rule sets, for whom, and on what it stands. */
function Rule({ visit, rule, children }: RuleProps): VNode {
  return (
    <>
      {children} · <Audience rule={rule} /> · <RuleTargetLink visit={visit} rule={rule} />
    </>
  );
}

function RuleTargetLink({ visit, rule }: Omit<RuleProps, 'children'>): VNode {
  const words = SEEN_WORDS[visit.language];
  const { category_id: category, product_id: product } = rule;
  if (product !== null) {
    return (
      <a href={visit.links.to(`catalog/products/${product}`)}>
        {words.product} <Code>{product}</Code>
      </a>
    );
  }
  if (category === null) return <>{words.wholeCatalog}</>;
  return (
    <a href={visit.links.to(`catalog/categories/${category}`)}>
      {words.category} <Code>{category}</Code>
    </a>
  );
}
