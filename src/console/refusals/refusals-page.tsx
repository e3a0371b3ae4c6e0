import type { PageOf } from '../../operations/lists/list.js';
import type {
  refusalList,
  RefusalDto,
  RefusalCauseDto,
} from '../../operations/orders/refusal.lists.js';
import type { FormState } from '../../pages/form.js';
import { accountList } from '../accounts/account-list.js';
import type { Filter } from '../shell/filter.js';
import { FilterForm, useTimeRange } from '../shell/filter-form.js';
import { ListLinks } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import type { ThingNames } from '../shell/thing-naming.service.js';
import { useWords, wordsOf } from '../../pages/words.js';
import { CodeLink, TextLink, PageLink } from '../../pages/text-links.js';
import { Table, type Column } from '../../pages/table.js';
import { Code, Time } from '../../pages/values.js';
import { AccountName } from '../shell/account-name.js';
import { Placed } from '../shell/picture.js';
import { MAX_CODES } from '../../fulfillment/codes/code-stock.service.js';
import type { Formats } from '../../pages/formats.js';
import { usePage } from '../../pages/page-context.js';
import { pageOfTarget } from '../catalog/rule-columns.js';

interface FoundRefusals extends PageOf<typeof refusalList> {
  readonly names: ThingNames;
}

/** The journal of refused requests, newest first; nothing was found if what is looked for is wrong. */
export function refusalsPage(
  visit: Visit,
  state: FormState,
  found: FoundRefusals | undefined,
): Page {
  const words = wordsOf(visit.language, 'refusal');
  return accountList(visit, {
    list: 'refusals',
    title: words.title,
    state,
    content: (
      <>
        <p class="hint">{words.hint}</p>
        <Search state={state} />
        {found && (
          <>
            <RefusalTable refusals={found.items} names={found.names} />
            <ListLinks path="refusals" values={state.values} next={found.next} />
          </>
        )}
      </>
    ),
  });
}

function Search({ state }: { readonly state: FormState }) {
  const words = useWords('refusal');
  return (
    <FilterForm
      to="refusals"
      label={words.search}
      state={state}
      filters={[
        { name: 'account_id', label: words.account, as: 'picker' },
        { name: 'product_id', label: words.product, as: 'picker' },
        useCodeChoice(state),
        ...useTimeRange(),
      ]}
    />
  );
}

/** The codes in words; one of an extension only while it is looked for. */
function useCodeChoice({ values }: FormState): Filter {
  const words = useWords('refusal');
  const { code = '' } = values ?? {};
  const known = Object.entries(words.codes).map(
    ([one, text]) => [one, `${one} · ${text}`] as const,
  );
  const options = [['', words.any] as const, ...known];
  const isKnown = options.some(([one]) => one === code);
  return {
    ...{ name: 'code', label: words.code },
    options: isKnown ? options : [...options, [code, code]],
  };
}

/** Refusals, and the rules behind them, which tell of accounts and products as well. */
export function withRules(refusals: readonly RefusalDto[]) {
  return [...refusals, ...refusals.flatMap(({ cause_now: cause }) => cause?.visibility_rule ?? [])];
}

interface RefusalTableProps {
  readonly refusals: readonly RefusalDto[];
  readonly names: ThingNames;
}

/** Requests that were refused, each with the reason that was sent and what is behind it now. */
export function RefusalTable({ refusals, names }: RefusalTableProps) {
  const words = useWords('refusal');
  const allOf = (uuid: string) => (
    <CodeLink to="orders" parameters={{ text: uuid }}>
      {uuid}
    </CodeLink>
  );
  const columns: Column<RefusalDto>[] = [
    [words.time, ({ at }) => <Time value={at} />],
    [words.account, ({ account_id: id }) => <AccountName id={id} names={names.accounts} />],
    [words.product, ({ product_id: id }) => id !== null && <ProductName id={id} names={names} />],
    [words.why, (refusal) => <Why refusal={refusal} names={names} />],
    ['order_uuid', ({ order_uuid: uuid }) => uuid !== null && allOf(uuid)],
    [words.address, (refusal) => <Origin refusal={refusal} />],
  ];
  return <Table label={words.title} columns={columns} rows={refusals} whenEmpty={words.none} />;
}

/** As requested; without a name there is no such product. */
function ProductName({ id, names }: { readonly id: number; readonly names: ThingNames }) {
  const name = names.products.get(id);
  if (name === undefined) return <Code>{id}</Code>;
  return (
    <Placed id={id} places={names.places}>
      <TextLink to={`catalog/products/${id}`}>{name}</TextLink>
    </Placed>
  );
}

/** The code in words, the message as it was sent, and what is behind it now. */
function Why({ refusal, names }: { readonly refusal: RefusalDto; readonly names: ThingNames }) {
  const words = useWords('refusal');
  const { code, reason } = refusal;
  const codes: Readonly<Record<number, string>> = words.codes;
  return (
    <>
      <div>
        <Code>{code}</Code> {codes[code] ?? words.byExtension}
      </div>
      <div>
        <small>
          <bdi lang="en">{reason}</bdi>
        </small>
      </div>
      <CauseNow refusal={refusal} names={names} />
    </>
  );
}

function Origin({ refusal }: { readonly refusal: RefusalDto }) {
  const { address, request_id: requestId } = refusal;
  return (
    <>
      {address !== null && <Code>{address}</Code>}
      <div>
        <small>
          <Code>{requestId}</Code>
        </small>
      </div>
    </>
  );
}

interface CauseProps {
  readonly refusal: RefusalDto;
  readonly names: ThingNames;
}

/** What is behind a refusal at this moment, with a link to where it can be changed; nothing where it is not known. */
function CauseNow({ refusal, names }: CauseProps) {
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
