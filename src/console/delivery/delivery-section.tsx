import type { DeliveryStepDto } from '../../operations/delivery/delivery.operations.js';
import { entityTagOf } from '../../admin/http/precondition.js';
import { MAX_CODES } from '../../fulfillment/codes/code-stock.service.js';
import { FormDisclosure } from '../../pages/card.js';
import { usePage } from '../../pages/page-context.js';
import { TextLink } from '../../pages/text-links.js';
import { ENTITY_TAG_FIELD, type FormState } from '../../pages/form.js';
import { Table, type Column } from '../../pages/table.js';
import { Code } from '../../pages/values.js';
import type { ShownDelivery } from './delivery-reading.service.js';
import { partsOf, wayOf, MAX_ROWS, rowNames, type DeliveryWay } from './delivery-way.js';
import { WaySelect } from './way-select.js';
import { useWords } from '../../pages/words.js';

/** Rows for further handlers below those that there are. */
const EMPTY_ROWS = 2;

interface DeliverySectionProps {
  readonly delivery: ShownDelivery;
  /** The address that takes the form. */
  readonly to: string;
  readonly state: FormState;
}

/** Who delivers a product, and the form that changes it. */
export function DeliverySection({ delivery, to, state }: DeliverySectionProps) {
  const words = useWords('delivery');
  const { steps, choices } = delivery;
  const ways = steps.map(wayOf);
  return (
    <section>
      <h2>{words.title}</h2>
      {ways.length === 0 ? (
        <p>{words.byHand}</p>
      ) : (
        <ol>
          {ways.map((way, index) => (
            <li key={index}>
              <Way way={way} />
            </li>
          ))}
        </ol>
      )}
      {choices && <DeliveryForm to={to} state={state} steps={steps} choices={choices} />}
    </section>
  );
}

/** The one that delivers first, and what is left in its stock. */
export function FirstWay({ delivery: { steps, left } }: Pick<DeliverySectionProps, 'delivery'>) {
  const { formats } = usePage();
  const words = useWords('delivery');
  const [first] = steps;
  if (!first) return <>{words.manual}</>;
  return (
    <>
      <Way way={wayOf(first)} />
      {left !== undefined && (
        <small>
          {' '}
          {words.free}: {formats.count(left)}
          {left >= MAX_CODES && '+'}
        </small>
      )}
    </>
  );
}

/** One that delivers; stocks and suppliers lead to their pages. */
function Way({ way: { by, detail } }: { readonly way: DeliveryWay }) {
  const words = useWords('delivery');
  const { kind, name } = partsOf(by);
  const link = (page: string) => (
    <TextLink to={`${page}/${encodeURIComponent(name)}`}>{name}</TextLink>
  );
  if (kind === 'manual') return <>{words.manual}</>;
  if (kind === 'stock') {
    return (
      <>
        {words.fromStock} {link('stock')}
      </>
    );
  }
  if (kind === 'supplier') {
    return (
      <>
        {words.fromSupplier} {link('suppliers')} ({words.product} <Code>{detail}</Code>)
      </>
    );
  }
  return (
    <>
      <Code>{name}</Code> {detail !== '' && <Code>{detail}</Code>}
    </>
  );
}

type DeliveryFormProps = Omit<DeliverySectionProps, 'delivery'> &
  Required<Pick<ShownDelivery, 'steps' | 'choices'>>;

interface Row extends DeliveryWay {
  readonly row: number;
  readonly position: string;
}

function DeliveryForm({ to, state, steps, choices }: DeliveryFormProps) {
  const words = useWords('delivery');
  const field = { autocomplete: 'off', dir: 'auto' } as const;
  const columns: Column<Row>[] = [
    [
      words.order,
      ({ row, position }) => (
        <input
          {...field}
          name={rowNames(row).position}
          size={3}
          inputMode="numeric"
          value={position}
          aria-label={words.order}
        />
      ),
    ],
    [
      words.title,
      ({ row, by }) => <WaySelect name={rowNames(row).by} chosen={by} choices={choices} />,
    ],
    [
      words.detail,
      ({ row, detail }) => (
        <input {...field} name={rowNames(row).detail} value={detail} aria-label={words.detail} />
      ),
    ],
  ];
  return (
    <FormDisclosure
      title={words.title}
      to={to}
      hidden={{ [ENTITY_TAG_FIELD]: entityTagOf({ steps }) }}
      class="list"
      state={state}
      hint={words.explained}
      button={words.save}
    >
      <Table label={words.title} columns={columns} rows={rowsOf(steps, state)} />
      <p class="hint">{words.detailHint}</p>
    </FormDisclosure>
  );
}

/** As they were typed, or those that there are, with spare ones below. */
function rowsOf(steps: readonly DeliveryStepDto[], { values }: FormState): Row[] {
  const length = Math.min(steps.length + EMPTY_ROWS, MAX_ROWS);
  return Array.from({ length }, (_, row) => {
    const names = rowNames(row);
    const step = steps[row];
    const present = step ? wayOf(step) : { by: '', detail: '' };
    return {
      row,
      position: values?.[names.position] ?? String(row + 1),
      by: values?.[names.by] ?? present.by,
      detail: values?.[names.detail] ?? present.detail,
    };
  });
}
