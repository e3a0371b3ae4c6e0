import { Choice, Form, Input, type FormState } from '../../pages/form.js';
import { Picker } from '../../pages/picker.js';
import { PageLink } from '../../pages/text-links.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { TARGETS } from './typed-change.js';
import { wordsOf } from '../../pages/words.js';

/** Numbers of decimals that new prices can keep; all of them is the empty choice. */
const DECIMALS = ['0', '1', '2', '3', '4'] as const;

/** The form that asks which prices are to change, and by how much. */
export function pricesPage(visit: Visit, state: FormState = {}): Page {
  const words = wordsOf(visit.language, 'price');
  const title = words.prices;
  return {
    title,
    status: state.fault?.status,
    content: (
      <>
        <DoneNotice said={{}} />
        <p>
          {words.ofGroups} <PageLink to="groups">{words.toGroups}</PageLink>
          {' · '}
          <PageLink to="catalog">{words.toCatalog}</PageLink>
        </p>
        <section class="card">
          <Form
            {...{ state, label: title, hint: words.hint, button: words.tryIt }}
            to="prices/preview"
          >
            <Choice
              name="target"
              label={words.target}
              options={TARGETS.map((target) => [target, words[target]] as const)}
            />
            <Picker name="id" label={words.id} isOptional />
            <p class="hint">{words.idHint}</p>
            <Input
              name="percentage"
              label={words.percentage}
              hint={words.percentageHint}
              isDecimal
            />
            <Choice
              name="decimals"
              label={words.rounding}
              options={[
                ['', words.exact],
                ...DECIMALS.map(
                  (count) => [count, words.decimals({ count: Number(count) })] as const,
                ),
              ]}
            />
          </Form>
        </section>
      </>
    ),
  };
}
