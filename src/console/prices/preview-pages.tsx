import type {
  BasePriceChangeDto,
  ChangedPricesDto,
} from '../../operations/catalog/base-price.operations.js';
import type { PricePreview } from '../../admin/catalog/price-preview.service.js';
import { DetailsCard } from '../../pages/card.js';
import { LinkLine } from '../../pages/text-links.js';
import { ENTITY_TAG_FIELD, Form, type FormFault } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import type { Picked } from '../../pages/picker.js';
import { Text } from '../../pages/values.js';
import { AcceptUnusual, UnusualSection } from '../unusual/unusual-parts.js';
import { newFormKey } from '../http/form-key.js';
import type { ProductPlaces } from '../shell/thing-naming.service.js';
import { Undo } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { PriceTable } from './price-table.js';
import { signed, type PriceTarget } from './typed-change.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** A change that was asked for, and what it would do. */
interface ShownChange {
  readonly change: BasePriceChangeDto;
  readonly target: PriceTarget;
  /** The category or product that is meant; empty for the whole catalog. */
  readonly picked: Picked;
  readonly preview: PricePreview;
  readonly places: ProductPlaces;
  readonly fault: FormFault | undefined;
}

type AskedChange = Pick<ShownChange, 'change' | 'target' | 'picked'>;

/** What would change, beside the costs, and the form that changes exactly that. */
export function previewPage(visit: Visit, shown: ShownChange): Page {
  const words = wordsOf(visit.language, 'price');
  const { preview, fault } = shown;
  const { count, belowCost, mostlyRounding, items } = preview;
  const showsCosts = visit.caller.may('costs.read');
  return {
    title: words.preview,
    status: fault?.status,
    content: (
      <>
        <Asked {...shown} />
        {belowCost > 0 && <Notice kind="bad">{words.warning({ count: belowCost })}</Notice>}
        {mostlyRounding > 0 && (
          <Notice kind="bad">{words.roundingWarning({ count: mostlyRounding })}</Notice>
        )}
        {!showsCosts && <Notice kind="plain">{words.costsUnseen}</Notice>}
        <UnusualSection unusual={preview.unusual} />
        {count > items.length && <p>{words.first}</p>}
        {count > 0 ? <Apply {...shown} /> : <PriceTable prices={items} places={shown.places} />}
        <Back />
      </>
    ),
  };
}

/** A change that was sent, and may have been made or not. */
interface SentChange extends AskedChange {
  /** Exactly as the form was: under its key, the same form is carried out once. */
  readonly values: Readonly<Record<string, string>>;
  readonly fault: FormFault;
}

/** The form that was sent, without what it would change: that is unknown, since it may have been changed already. */
export function undecidedPage(visit: Visit, { values, fault, ...asked }: SentChange): Page {
  const { prices: title, again } = wordsOf(visit.language, 'price');
  return {
    title,
    status: fault.status,
    content: (
      <>
        <Asked {...asked} />
        <Form
          {...{ to: 'prices/apply', hidden: values, label: title, button: again }}
          state={{ values, fault }}
        />
        <Back />
      </>
    ),
  };
}

/** Which products were meant, by which percentage and rounding. */
function Asked({ change, target, picked }: AskedChange) {
  const words = useWords('price');
  const { percentage, decimals } = change;
  return (
    <DetailsCard
      entries={[
        [
          words.target,
          <>
            {words[target]}{' '}
            {picked.kind === 'one' && (
              <strong>
                <Text>{picked.name}</Text>
              </strong>
            )}
          </>,
        ],
        [words.percentage, <bdi dir="ltr">{signed(percentage)} %</bdi>],
        decimals !== undefined && [words.rounding, words.decimals({ count: decimals })],
      ]}
    />
  );
}

function Apply({ change, target, picked, preview, places, fault }: ShownChange) {
  const visit = useVisit();
  const words = useWords('price');
  const { percentage, decimals, except = [] } = change;
  const { count, items, tag, unusual } = preview;
  const title = words.change({ count });
  return (
    <Form
      to="prices/apply"
      formKey={newFormKey()}
      hidden={{
        ...{ target, percentage, [ENTITY_TAG_FIELD]: tag },
        id: picked.kind === 'one' ? String(picked.id) : undefined,
        decimals: decimals === undefined ? undefined : String(decimals),
      }}
      state={{ fault }}
      button={title}
      kind={unusual.count > 0 ? 'danger' : 'main'}
    >
      {unusual.count > 0 && <AcceptUnusual />}
      <PriceTable
        {...{ prices: items, places, leftOut: except }}
        showsCosts={visit.caller.may('costs.read')}
      />
    </Form>
  );
}

/** What was changed. */
export function changedPage(
  visit: Visit,
  { count, items }: ChangedPricesDto,
  places: ProductPlaces,
): Page {
  const words = wordsOf(visit.language, 'price');
  return {
    title: words.prices,
    content: (
      <>
        <Notice kind="good" action={<Undo backTo="prices" />}>
          {words.changed({ count })}
        </Notice>
        {count > items.length && <p>{words.first}</p>}
        <PriceTable prices={items} places={places} isApplied />
        <Back />
      </>
    ),
  };
}

function Back() {
  return <LinkLine to="prices">{useWords('price').back}</LinkLine>;
}
