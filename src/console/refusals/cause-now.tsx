import type { RefusalCauseDto, RefusalDto } from '../../operations/orders/refusal.lists.js';
import { MAX_CODES } from '../../fulfillment/codes/code-stock.service.js';
import type { Formats } from '../../pages/formats.js';
import { usePage } from '../../pages/page-context.js';
import { PageLink } from '../../pages/text-links.js';
import type { ThingNames } from '../shell/thing-naming.service.js';
import { pageOfTarget } from '../catalog/shown-items.js';
import { useWords } from '../../pages/words.js';

interface CauseProps {
  readonly refusal: RefusalDto;
  readonly names: ThingNames;
}

/** What is behind a refusal at this moment, with a link to where it can be changed; nothing where it is not known. */
export function CauseNow({ refusal, names }: CauseProps) {
  const words = useWords('refusal');
  const { cause_now: cause } = refusal;
  if (cause === null) return null;
  return (
    <div>
      <small>{words.now}</small> <Cause cause={cause} refusal={refusal} names={names} />
    </div>
  );
}

function Cause({ cause, ...props }: CauseProps & { readonly cause: RefusalCauseDto }) {
  const words = useWords('refusal');
  const product = `catalog/products/${props.refusal.product_id}`;
  switch (cause.kind) {
    case 'no-product':
      return <>{words.noProduct}</>;
    case 'off':
      return <PageLink to={product}>{words.off}</PageLink>;
    case 'none':
      return <PageLink to={product}>{words.seen}</PageLink>;
    case 'hidden':
      return cause.visibility_rule ? (
        <Rule rule={cause.visibility_rule} {...props} />
      ) : (
        <PageLink to={product}>{words.reasons[cause.listed_by ?? 'default']}</PageLink>
      );
    case 'stock':
      return cause.stocks.length === 0 ? (
        <PageLink to={product}>{words.noStock}</PageLink>
      ) : (
        <Stocks stocks={cause.stocks} />
      );
  }
}

interface RuleProps extends CauseProps {
  readonly rule: NonNullable<RefusalCauseDto['visibility_rule']>;
}

/** It leads to the page of the category or product that the rule is on, where it stands among its rules. */
function Rule({ rule, names }: RuleProps) {
  const words = useWords('refusal');
  const { account_id: account, group_id: group } = rule;
  const { product_id: product, category_id: category } = rule;
  const nameIn = (known: ReadonlyMap<number, string>, id: number) => known.get(id) ?? String(id);
  const whom =
    account !== null
      ? words.ofAccount({ name: nameIn(names.accounts, account) })
      : group !== null
        ? words.ofGroup({ name: nameIn(names.groups, group) })
        : words.everyone;
  const what =
    product !== null
      ? words.onProduct
      : category !== null
        ? words.onCategory({ path: nameIn(names.categories, category) })
        : words.wholeCatalog;
  const to = product !== null || category !== null ? pageOfTarget(rule) : 'catalog';
  return <PageLink to={to}>{words.hiddenBy({ whom, what })}</PageLink>;
}

function Stocks({ stocks }: Pick<RefusalCauseDto, 'stocks'>) {
  const words = useWords('refusal');
  const { formats } = usePage();
  return (
    <>
      {stocks.map(({ name, free, held }) => (
        <div key={name}>
          <PageLink to={`stock/${encodeURIComponent(name)}`}>
            {words.stock({ name, free: countText(formats, free) })}
          </PageLink>
          {held > 0 && <> ({words.held({ count: countText(formats, held) })})</>}
        </div>
      ))}
    </>
  );
}

/** More codes than one order may have are not counted. */
function countText(formats: Formats, count: number): string {
  return `${formats.count(count)}${count < MAX_CODES ? '' : '+'}`;
}
