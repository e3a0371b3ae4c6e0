import type { VNode } from 'preact';
import type { DeliveryDto } from '../../admin/delivery/delivery.dto.js';
import { Form, Submit, type FormState } from '../../pages/form.js';
import { Table, type Column } from '../../pages/table.js';
import { Code } from '../../pages/values.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { DELIVERY_WORDS } from './delivery-words.js';
import { ProductDelivery } from './product-delivery.js';
import { settingsText } from './step-text.js';

/** Rows for further handlers below those that there are. */
const EMPTY_ROWS = 2;
const MAX_ROWS = 10;

/** A row of the form, as it was typed. */
export interface TypedStep {
  readonly position: string;
  readonly handler: string;
  readonly settings: string;
}

/** Who delivers a product, and the names of all handlers. */
export interface ShownDelivery {
  readonly product: number;
  readonly delivery: DeliveryDto;
  readonly handlers: readonly string[];
}

interface RefusedDelivery extends FormState {
  readonly typed: readonly TypedStep[];
}

/** Asks for the product. */
export function findDeliveryPage(visit: Visit): Page {
  const { find } = DELIVERY_WORDS[visit.language];
  return { title: find, content: <ProductDelivery visit={visit} /> };
}

/** The handlers of a product, in their order. */
export function deliveryPage(visit: Visit, shown: ShownDelivery, refused?: RefusedDelivery): Page {
  const words = DELIVERY_WORDS[visit.language];
  const rows = refused?.typed ?? rowsOf(shown.delivery);
  return {
    title: `${words.title} ${shown.product}`,
    status: refused?.fault?.status,
    content: (
      <>
        <DoneNotice visit={visit} said={{ saved: words.saved }} />
        <p>{words.explained}</p>
        {visit.caller.may('delivery.edit') ? (
          <Form
            action={visit.links.to(`delivery/${shown.product}`)}
            class="list"
            label={words.title}
            state={refused}
          >
            <Table
              label={words.title}
              columns={inputs(visit, shown.handlers)}
              rows={rows}
              keyOf={({ position }) => position}
            />
            <p class="hint">{words.settingsHint}</p>
            <Submit>{words.save}</Submit>
          </Form>
        ) : (
          <Present visit={visit} rows={rows.filter(({ handler }) => handler !== '')} />
        )}
      </>
    ),
  };
}

function rowsOf({ steps }: DeliveryDto): TypedStep[] {
  const count = Math.min(steps.length + EMPTY_ROWS, Math.max(MAX_ROWS, steps.length));
  return Array.from({ length: count }, (_, index) => {
    const { handler = '', settings = {} } = steps[index] ?? {};
    return { position: String(index + 1), handler, settings: settingsText(settings) };
  });
}

function inputs({ language }: Visit, handlers: readonly string[]): Column<TypedStep>[] {
  const words = DELIVERY_WORDS[language];
  const field = { autocomplete: 'off', dir: 'ltr' } as const;
  return [
    {
      title: words.order,
      cell: ({ position }) => (
        <input
          {...field}
          name="position"
          size={3}
          inputMode="numeric"
          value={position}
          aria-label={words.order}
        />
      ),
    },
    {
      title: words.handler,
      cell: ({ handler }) => (
        <select {...field} name="handler" aria-label={words.handler}>
          <option value="">{words.noHandler}</option>
          {/* One of an extension that this server has not loaded stays. */}
          {[...new Set([...handlers, ...(handler === '' ? [] : [handler])])].map((name) => (
            <option key={name} value={name} selected={name === handler}>
              {name}
            </option>
          ))}
        </select>
      ),
    },
    {
      title: words.settings,
      cell: ({ settings }) => (
        <input {...field} name="settings" value={settings} aria-label={words.settings} />
      ),
    },
  ];
}

interface PresentProps {
  readonly visit: Visit;
  readonly rows: readonly TypedStep[];
}

function Present({ visit: { language }, rows }: PresentProps): VNode {
  const words = DELIVERY_WORDS[language];
  return (
    <Table
      label={words.title}
      columns={[
        { title: words.order, cell: ({ position }) => <bdi>{position}</bdi> },
        { title: words.handler, cell: ({ handler }) => <Code>{handler}</Code> },
        { title: words.settings, cell: ({ settings }) => <Code>{settings}</Code> },
      ]}
      rows={rows}
      keyOf={({ position }) => position}
      whenEmpty={words.byHand}
    />
  );
}
