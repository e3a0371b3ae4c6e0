import type { VNode } from 'preact';
import type { ChangedPricesDto } from '../../admin/catalog/base-prices.dto.js';
import type { PricePreview } from '../../admin/catalog/price-preview.service.js';
import { percentageText } from '../../catalog/price-text.js';
import { Choice, FaultNotice, Form, Input, Submit, type FormState } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { newFormKey } from '../http/form-key.js';
import { ENTITY_TAG_FIELD } from '../http/form-tag.js';
import type { FormValues } from '../http/form-values.js';
import { CONSOLE_WORDS } from '../shell/console-words.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { PriceTable } from './price-table.js';
import { PRICE_WORDS } from './price-words.js';
import { TARGETS } from './typed-change.js';

/** The form that asks which prices are to change, and by how much. */
export function pricesPage(visit: Visit, state: FormState = {}): Page {
  const words = PRICE_WORDS[visit.language];
  return {
    title: CONSOLE_WORDS[visit.language].prices,
    status: state.fault?.status,
    content: (
      <section class="card">
        <Form
          action={visit.links.to('prices/preview')}
          state={state}
          label={CONSOLE_WORDS[visit.language].prices}
        >
          <p class="hint">{words.hint}</p>
          <Choice
            name="target"
            label={words.target}
            options={TARGETS.map((target) => [target, words[target]] as const)}
            state={state}
          />
          <Input
            name="id"
            label={words.id}
            hint={words.idHint}
            isDecimal
            isOptional
            state={state}
          />
          <Input
            name="percentage"
            label={words.percentage}
            hint={words.percentageHint}
            isDecimal
            state={state}
          />
          <Submit>{words.preview}</Submit>
        </Form>
      </section>
    ),
  };
}

/** What would change, beside the costs, and the form that changes exactly that. */
export function previewPage(
  visit: Visit,
  form: FormValues,
  preview: PricePreview,
  fault?: FormState['fault'],
): Page {
  const words = PRICE_WORDS[visit.language];
  const { count, belowCost, items } = preview;
  const showsCosts = visit.caller.may('costs.read');
  return {
    title: words.preview,
    status: fault?.status,
    content: (
      <>
        {fault && <FaultNotice fault={fault} />}
        {belowCost > 0 && (
          <Notice kind="bad">{words.warning(visit.formats.count(belowCost))}</Notice>
        )}
        {!showsCosts && <Notice kind="plain">{words.costsUnseen}</Notice>}
        {count > 0 && <Apply visit={visit} form={form} preview={preview} />}
        {count > items.length && <p>{words.first}</p>}
        <PriceTable visit={visit} prices={items} showsCosts={showsCosts} />
        <Back visit={visit} />
      </>
    ),
  };
}

interface ApplyProps {
  readonly visit: Visit;
  readonly form: FormValues;
  readonly preview: PricePreview;
}

function Apply({ visit, form, preview: { count, belowCost, tag } }: ApplyProps): VNode {
  const words = PRICE_WORDS[visit.language];
  const percentage = form.text('percentage');
  const asked = { target: form.text('target'), id: form.text('id'), percentage };
  const title = words.change(visit.formats.count(count));
  return (
    <Form
      action={visit.links.to('prices/apply')}
      formKey={newFormKey()}
      hidden={{ ...asked, [ENTITY_TAG_FIELD]: tag }}
      label={title}
    >
      <p>
        <bdi dir="ltr">{percentageText(percentage)} %</bdi>
      </p>
      <Submit kind={belowCost > 0 ? 'danger' : 'main'}>{title}</Submit>
    </Form>
  );
}

/** What was changed. */
export function changedPage(visit: Visit, { count, items }: ChangedPricesDto): Page {
  const words = PRICE_WORDS[visit.language];
  return {
    title: CONSOLE_WORDS[visit.language].prices,
    content: (
      <>
        <Notice kind="good">{words.changed(visit.formats.count(count))}</Notice>
        {count > items.length && <p>{words.first}</p>}
        <PriceTable visit={visit} prices={items} />
        <Back visit={visit} />
      </>
    ),
  };
}

function Back({ visit }: { readonly visit: Visit }): VNode {
  return (
    <p>
      <a href={visit.links.to('prices')}>{PRICE_WORDS[visit.language].back}</a>
    </p>
  );
}
