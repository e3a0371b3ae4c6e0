import type { costList } from '../../operations/costs/cost.lists.js';
import type { ImportedCostsDto, ProductCostDto } from '../../operations/costs/cost.operations.js';
import type { PageOf } from '../../operations/lists/list.js';
import { FormDisclosure } from '../../pages/card.js';
import { LinkLine, TextLink } from '../../pages/text-links.js';
import { FaultNotice, Input, TextArea, type FormState } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { Picker } from '../../pages/picker.js';
import { moneyColumn, Table, type Column } from '../../pages/table.js';
import { Badge, Money, Time } from '../../pages/values.js';
import { ReportLinks } from '../reports/report-links.js';
import { DoneNotice } from '../shell/done-notice.js';
import { ListLinks } from '../shell/list-links.js';
import { Placed } from '../shell/picture.js';
import type { ProductPlaces } from '../shell/thing-naming.service.js';
import { TryFirst } from '../shell/try-first.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** The page, below the home page. */
export const COSTS = 'reports/costs';

/** Products with their costs. */
interface FoundCosts extends PageOf<typeof costList> {
  readonly places: ProductPlaces;
}

/** Forms of the page that were sent, and what an import did. */
export interface CostForms {
  /** What is wrong with the address of the page. */
  readonly list?: FormState;
  readonly set?: FormState;
  readonly import?: FormState;
  readonly imported?: ImportedCostsDto;
}

/** What products cost the shop, and the forms that set it. */
export function costsPage(visit: Visit, found: FoundCosts, forms: CostForms): Page {
  const { query, caller } = visit;
  const words = wordsOf(visit.language, 'cost');
  const isUnknown = query.get('unknown') === 'true';
  const filter = isUnknown ? { unknown: 'true' } : {};
  return {
    title: words.costs,
    content: (
      <>
        <ReportLinks />
        {forms.list?.fault && <FaultNotice fault={forms.list.fault} />}
        <DoneNotice said={{ set: words.isSet }} />
        {forms.imported && <Imported imported={forms.imported} />}
        <p class="hint">{words.hint}</p>
        {caller.may('costs.edit') && <CostInputs forms={forms} />}
        <LinkLine to={COSTS} parameters={isUnknown ? {} : { unknown: 'true' }}>
          {isUnknown ? words.all : words.unknownOnly}
        </LinkLine>
        <Table
          label={words.costs}
          columns={columnsOf(visit, found.places)}
          rows={found.items}
          whenEmpty={words.none}
        />
        <ListLinks path={COSTS} values={filter} next={found.next} />
      </>
    ),
  };
}

function columnsOf({ language }: Visit, places: ProductPlaces): Column<ProductCostDto>[] {
  const words = wordsOf(language, 'cost');
  return [
    [
      words.product,
      ({ product_id: id, name }) => (
        <Placed id={id} places={places}>
          <TextLink to={`catalog/products/${id}`}>{name}</TextLink>
        </Placed>
      ),
    ],
    moneyColumn(words.basePrice, 'price'),
    moneyColumn(words.cost, 'cost', {}, ({ cost }) =>
      cost === null ? <Badge kind="open">{words.unknown}</Badge> : <Money value={cost} />,
    ),
    [
      words.source,
      ({ source, set_at: time }) =>
        source && (
          <>
            {words.sources[source]} <Time value={time} />
          </>
        ),
    ],
  ];
}

function CostInputs({ forms }: { readonly forms: CostForms }) {
  const words = useWords('cost');
  return (
    <>
      <FormDisclosure title={words.setTitle} to={COSTS} state={forms.set} button={words.set}>
        <Picker name="product_id" label={words.product} />
        <Input name="cost" label={words.cost} hint={words.costHint} isDecimal isOptional />
      </FormDisclosure>
      <FormDisclosure
        title={words.importTitle}
        isOpen={forms.import !== undefined}
        to={`${COSTS}/import`}
        state={forms.import}
      >
        <TextArea name="csv" label={words.csv} hint={words.csvHint} rows={8} value={'id,cost\n'} />
        <TryFirst tryIt={words.tryIt}>{words.import}</TryFirst>
      </FormDisclosure>
    </>
  );
}

function Imported({ imported }: { readonly imported: ImportedCostsDto }) {
  const words = useWords('cost');
  const { applied, ...counts } = imported;
  return (
    <Notice kind={applied ? 'good' : 'plain'}>
      {applied ? words.imported : words.tried} {words.counts(counts)}
    </Notice>
  );
}
