import type {
  ReleasedDto,
  StockDto,
  AddedCodesDto,
} from '../../operations/stock/stock.operations.js';
import { FormCard, DetailsCard } from '../../pages/card.js';
import { LinkLine } from '../../pages/text-links.js';
import { Input, TextArea, type FormState } from '../../pages/form.js';
import { isolated } from '../../locales/language.js';
import { Notice } from '../../pages/notice.js';
import { OrderLink } from '../order-rows/order-parts.js';
import { countIn } from '../http/counts.js';
import { DoneNotice } from '../shell/done-notice.js';
import { TryFirst } from '../shell/try-first.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { useWords, wordsOf } from '../../pages/words.js';
import type { WithdrawnCodesDto } from '../../admin/stock/withdrawal.dto.js';
import { CodeList } from '../../pages/secret.js';
import { newFormKey } from '../http/form-key.js';
import { usePage } from '../../pages/page-context.js';
import { Badge } from '../../pages/values.js';

/** Forms of the page of a stock that were sent, and what a release did. */
export interface StockForms extends Partial<
  Record<'codes' | 'warn-below' | 'withdrawal' | 'release', FormState>
> {
  readonly released?: ReleasedDto;
}

/** One stock: how many codes it has, never which. */
export function stockPage(visit: Visit, stock: StockDto, forms: StockForms = {}): Page {
  const { language, formats, query } = visit;
  const words = wordsOf(language, 'stock');
  const [added, skipped] = [countIn(query, 'added'), countIn(query, 'skipped')];
  const said = { added: words.added({ added, skipped }), warned: words.warned };
  return {
    title: `${words.stock} ${isolated(stock.name)}`,
    status: forms.withdrawal?.fault?.status,
    content: (
      <>
        <DoneNotice said={said} />
        {forms.released && <Released released={forms.released} />}
        <DetailsCard
          entries={[
            [words.free, <FreeCount stock={stock} />],
            [words.held, formats.count(stock.held)],
            [words.delivered, formats.count(stock.delivered)],
            [words.warnBelow, formats.count(stock.warn_below)],
          ]}
        />
        <Changes stock={stock} forms={forms} />
        <LinkLine to="stock">{words.back}</LinkLine>
      </>
    ),
  };
}

interface ChangesProps {
  readonly stock: StockDto;
  readonly forms: StockForms;
}

function Changes({ stock, forms }: ChangesProps) {
  const { caller } = useVisit();
  const words = useWords('stock');
  const to = (form: string): string => `${stockAddress(stock.name)}/${form}`;
  return (
    <div class="columns">
      {caller.may('stock.import') && (
        <FormCard title={words.addCodes} to={to('codes')} state={forms.codes} button={words.add}>
          <CodesFields />
        </FormCard>
      )}
      {caller.may('stock.edit') && (
        <FormCard
          {...{ title: words.warnTitle, to: to('warn-below'), state: forms['warn-below'] }}
          {...{ present: stock, button: words.save }}
        >
          <Input name="warn_below" label={words.warnBelow} hint={words.warnHint} isDecimal />
        </FormCard>
      )}
      {caller.may('stock.withdraw') && (stock.free > 0 || forms.withdrawal) && (
        <Withdrawal stock={stock} forms={forms} />
      )}
      {caller.may('stock.edit') && (stock.held > 0 || forms.release) && (
        <FormCard
          {...{ title: words.releaseTitle, to: to('release'), state: forms.release }}
          hint={words.releaseHint}
        >
          <TextArea name="sold" label={words.sold} hint={words.soldHint} isOptional />
          <TryFirst tryIt={words.tryIt} kind="danger">
            {words.release}
          </TryFirst>
        </FormCard>
      )}
    </div>
  );
}

function Released({ released }: { readonly released: ReleasedDto }) {
  const { formats } = useVisit();
  const words = useWords('stock');
  const { applied, sold_again_by: orders } = released;
  return (
    <>
      <Notice kind={applied ? 'good' : 'plain'}>{applied ? words.released : words.tried}</Notice>
      <DetailsCard
        entries={[
          [words.sellable, formats.count(released.released)],
          [words.markedSold, formats.count(released.sold)],
          [words.recorded, formats.count(released.recorded)],
          orders.length === 0 ? undefined : [words.soldAgainBy, <Orders ids={orders} />],
        ]}
      />
    </>
  );
}

function Orders({ ids }: { readonly ids: readonly string[] }) {
  return (
    <ul>
      {ids.map((id) => (
        <li key={id}>
          <OrderLink id={id} />
        </li>
      ))}
    </ul>
  );
}

/** The form that takes codes out of a stock. */
function Withdrawal({ stock, forms }: ChangesProps) {
  const words = useWords('withdrawal');
  return (
    <FormCard
      title={words.title}
      to={`${stockAddress(stock.name)}/withdraw`}
      formKey={newFormKey()}
      state={forms.withdrawal}
      hint={words.hint}
      button={words.withdraw}
      kind="danger"
    >
      <Input name="count" label={words.count} isDecimal />
    </FormCard>
  );
}

/** Codes that are not in stock any more. */
export function withdrawnPage({ language }: Visit, withdrawn: WithdrawnCodesDto): Page {
  const words = wordsOf(language, 'withdrawal');
  return {
    title: words.from({ stock: withdrawn.name }),
    content: (
      <>
        <p>{words.once}</p>
        <CodeList codes={withdrawn.codes} />
        <LinkLine to={stockAddress(withdrawn.name)}>{words.kept}</LinkLine>
      </>
    ),
  };
}

/** The page of a stock, below the home page. */
export function stockAddress(name: string): string {
  return `stock/${encodeURIComponent(name)}`;
}

/** What the page of a stock says after codes were added. */
export function toldAdded({ added, skipped }: AddedCodesDto): Record<string, string> {
  return { done: 'added', added: String(added), skipped: String(skipped) };
}

/** How many codes are free, and whether these are few. */
export function FreeCount({ stock }: { readonly stock: StockDto }) {
  const { formats } = usePage();
  const words = useWords('stock');
  const { free, warn_below: warnBelow } = stock;
  return (
    <span>
      {formats.count(free)} {free < warnBelow && <Badge kind="bad">{words.low}</Badge>}
    </span>
  );
}

/** The fields of codes that are added to a stock. */
export function CodesFields() {
  const words = useWords('stock');
  return (
    <>
      <TextArea name="codes" label={words.codes} hint={words.codesHint} rows={8} />
      <Input name="cost" label={words.cost} hint={words.costHint} isDecimal isOptional />
    </>
  );
}
