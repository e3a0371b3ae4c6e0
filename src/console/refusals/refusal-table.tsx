import type { RefusalDto } from '../../operations/orders/refusal.lists.js';
import { CodeLink, TextLink } from '../../pages/text-links.js';
import { Table, type Column } from '../../pages/table.js';
import { Code, Time } from '../../pages/values.js';
import { AccountName } from '../shell/account-name.js';
import { Placed } from '../shell/picture.js';
import { CauseNow } from './cause-now.js';
import type { ThingNames } from '../shell/thing-naming.service.js';
import { useWords } from '../../pages/words.js';

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
