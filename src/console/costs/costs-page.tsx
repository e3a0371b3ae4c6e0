import type { VNode } from 'preact';
import type { costList } from '../../operations/costs/cost.lists.js';
import type { ImportedCostsDto, ProductCostDto } from '../../operations/costs/cost.operations.js';
import type { PageOf } from '../../operations/lists/list.js';
import { Disclosure } from '../../pages/disclosure.js';
import { TextLink } from '../../pages/text-links.js';
import { FaultNotice, Form, Input, Submit, TextArea, type FormState } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { Table, type Column } from '../../pages/table.js';
import { Badge, Money, Time } from '../../pages/values.js';
import { ReportLinks } from '../reports/report-links.js';
import { DoneNotice } from '../shell/done-notice.js';
import { ListLinks } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { COST_WORDS } from './cost-words.js';

/** The page, below the home page. */
export const COSTS = 'reports/costs';

/** Forms of the page that were sent, and what an import did. */
export interface CostForms {
  /** What is wrong with the address of the page. */
  readonly list?: FormState;
  readonly set?: FormState;
  readonly import?: FormState;
  readonly imported?: ImportedCostsDto;
}

/** What products cost the shop, and the forms that set it. */
export function costsPage(
  visit: Visit,
  found: PageOf<typeof costList>,
  forms: CostForms = {},
): Page {
  const { language, links, query, caller } = visit;
  const words = COST_WORDS[language];
  const isUnknown = query.get('unknown') === 'true';
  const filter = isUnknown ? { unknown: 'true' } : {};
  return {
    title: words.title,
    status: (forms.set ?? forms.import ?? forms.list)?.fault?.status,
    content: (
      <>
        <ReportLinks visit={visit} />
        {forms.list?.fault && <FaultNotice fault={forms.list.fault} />}
        <DoneNotice visit={visit} said={{ set: words.isSet }} />
        {forms.imported && <Imported visit={visit} imported={forms.imported} />}
        <p class="hint">{words.hint}</p>
        {caller.may('costs.edit') && <CostInputs visit={visit} forms={forms} />}
        <p>
          <a href={links.to(COSTS, isUnknown ? {} : { unknown: 'true' })}>
            {isUnknown ? words.all : words.unknownOnly}
          </a>
        </p>
        <Table
          label={words.title}
          columns={columnsOf(visit)}
          rows={found.items}
          keyOf={(cost) => cost.product_id}
          whenEmpty={words.none}
        />
        <ListLinks visit={visit} path={COSTS} values={filter} next={found.next} />
      </>
    ),
  };
}

function columnsOf({ language }: Visit): Column<ProductCostDto>[] {
  const words = COST_WORDS[language];
  return [
    {
      title: words.product,
      cell: ({ product_id: id, name }) => <TextLink to={`catalog/products/${id}`}>{name}</TextLink>,
    },
    { title: words.basePrice, cell: ({ price }) => <Money value={price} />, isNumber: true },
    {
      title: words.cost,
      cell: ({ cost }) =>
        cost === null ? <Badge kind="open">{words.unknown}</Badge> : <Money value={cost} />,
      isNumber: true,
    },
    {
      title: words.source,
      cell: ({ source, set_at: time }) =>
        source && (
          <>
            {words.sources[source]} <Time value={time} />
          </>
        ),
    },
  ];
}

interface PartProps {
  readonly visit: Visit;
  readonly forms: CostForms;
}

function CostInputs({ visit: { language }, forms }: PartProps): VNode {
  const words = COST_WORDS[language];
  const cost = { isDecimal: true, state: forms.set };
  return (
    <>
      <Disclosure title={words.setTitle} isOpen={forms.set !== undefined}>
        <Form to={COSTS} state={forms.set} label={words.setTitle} button={words.set}>
          <Input name="product_id" label={words.productId} {...cost} />
          <Input name="cost" label={words.cost} hint={words.costHint} isOptional {...cost} />
        </Form>
      </Disclosure>
      <Disclosure title={words.importTitle} isOpen={forms.import !== undefined}>
        <Form to={`${COSTS}/import`} state={forms.import} label={words.importTitle}>
          <TextArea
            name="csv"
            label={words.csv}
            hint={words.csvHint}
            rows={8}
            value={'id,cost\n'}
            state={forms.import}
          />
          <div class="actions">
            <Submit name="dry_run" value="1" kind="plain">
              {words.tryIt}
            </Submit>
            <Submit>{words.import}</Submit>
          </div>
        </Form>
      </Disclosure>
    </>
  );
}

interface ImportedProps {
  readonly visit: Visit;
  readonly imported: ImportedCostsDto;
}

function Imported({ visit: { language, formats }, imported }: ImportedProps): VNode {
  const words = COST_WORDS[language];
  const { applied, set, removed, unchanged } = imported;
  const [first, second, third] = [set, removed, unchanged].map((count) => formats.count(count));
  return (
    <Notice kind={applied ? 'good' : 'plain'}>
      {applied ? words.imported : words.tried}{' '}
      {words.counts(first ?? '', second ?? '', third ?? '')}
    </Notice>
  );
}
