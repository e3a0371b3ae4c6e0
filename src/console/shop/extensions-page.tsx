import { extensionSet, type ExtensionDto } from '../../operations/shop/extension.operations.js';
import { type FailureDto } from '../../operations/shop/failed-event.operations.js';
import type { ExtensionTaskDto } from '../../operations/shop/extension-work.shapes.js';
import { textOfUse } from '../../operations/shop/text-of-use.js';
import type { ThingId } from '../../operations/operation.js';
import { FormDisclosure } from '../../pages/card.js';
import { Check, FaultNotice, Form, Input, Submit, type FormState } from '../../pages/form.js';
import { moneyColumn, Table, type Column } from '../../pages/table.js';
import { Code, Text, Time } from '../../pages/values.js';
import { countIn } from '../http/counts.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import { formFor } from '../operations/form-for.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { ShopParts } from './shop-parts.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** The page of extensions, below the home page. */
export const EXTENSIONS = 'shop/extensions';
/** Where the form is sent that bounds what one may add to balances. */
export const BOUND = ':extension/settings';

/**
 * The extensions of the shop, their tasks, and events and jobs of theirs that have failed; behind a form that was refused, the form and its
 * extension.
 */
export function extensionsPage(
  visit: Visit,
  shown: { readonly extensions: readonly ExtensionDto[]; readonly failures: readonly FailureDto[] },
  id?: ThingId,
  refused?: RefusedForm<string>,
): Page {
  const { language, caller } = visit;
  const words = wordsOf(language, 'extension');
  const count = countIn(visit.query, 'count');
  const { forgotten, resent, skipped, wasChanged } = words;
  const settable = shown.extensions.filter(({ recorded }) => recorded !== null);
  const said = {
    ...{ forgotten, resent, skipped, bounded: wasChanged },
    sent: words.released({ count }),
    dropped: words.dropped({ count }),
  };
  return {
    title: words.extensions,
    content: (
      <>
        <ShopParts />
        <DoneNotice said={said} />
        {refused && refused.name !== BOUND && <FaultNotice fault={refused.state.fault} />}
        <Table
          label={words.extensions}
          columns={extensionColumns(visit, refused?.name === BOUND ? undefined : id)}
          rows={shown.extensions}
          whenEmpty={words.none}
        />
        {caller.may('extensions.edit') &&
          settable.map((one) => (
            <Bound {...one} state={one.name === id ? stateOf(refused, BOUND) : {}} />
          ))}
        <section>
          <h2>{words.tasksTitle}</h2>
          <Table
            label={words.tasksTitle}
            columns={taskColumns(visit)}
            rows={shown.extensions.flatMap(({ name: extension, tasks }) =>
              tasks.map((task) => ({ ...task, extension })),
            )}
            whenEmpty={words.noTasks}
          />
        </section>
        <section>
          <h2>{words.failedTitle}</h2>
          <p class="hint">{words.failedHint}</p>
          <Table
            label={words.failedTitle}
            columns={failureColumns(visit)}
            rows={shown.failures}
            whenEmpty={words.noneFailed}
          />
        </section>
        {caller.may('extensions.resend') && <Held />}
      </>
    ),
  };
}

/** @param refused the name of one that is not forgotten, since it delivers products */
function extensionColumns(
  { language, caller }: Visit,
  refused: ThingId | undefined,
): Column<ExtensionDto>[] {
  const words = wordsOf(language, 'extension');
  const listed = new Intl.ListFormat(language);
  const forget: Column<ExtensionDto> = [
    words.forget,
    ({ name, loaded }) =>
      loaded === null && (
        <Form
          to={`${EXTENSIONS}/${encodeURIComponent(name)}/forget`}
          class="inline"
          label={words.forgetOne({ name })}
          button={words.forget}
          kind="danger"
        >
          {name === refused && <Check name="switch_off" label={words.switchOff} />}
        </Form>
      ),
    'words',
  ];
  return [
    [words.name, ({ name }) => <Code>{name}</Code>],
    [words.recorded, ({ recorded }) => <Code>{recorded}</Code>],
    [words.loaded, ({ loaded }) => <Code>{loaded}</Code>],
    [words.ports, ({ ports }) => <Code>{Object.keys(ports).join(', ')}</Code>],
    [words.mayDo, ({ uses }) => listed.format(uses.map((use) => textOfUse(language, use.method)))],
    moneyColumn(words.addedWithinADay, 'added_within_a_day'),
    moneyColumn(words.depositsADay, 'deposits_a_day'),
    [words.lastSeen, ({ last_seen: time }) => <Time value={time} />],
    [
      words.health,
      ({ health }) =>
        health && (
          <Text>{health.ok ? words.healthy : words.unhealthy({ detail: health.detail })}</Text>
        ),
    ],
    ...(caller.may('extensions.edit') ? [forget] : []),
  ];
}

function taskColumns({
  language,
}: Visit): Column<ExtensionTaskDto & { readonly extension: string }>[] {
  const words = wordsOf(language, 'extension');
  return [
    [words.extension, ({ extension }) => <Code>{extension}</Code>],
    [words.name, ({ name }) => <Code>{name}</Code>],
    [words.everySeconds, ({ every_seconds }) => <bdi>{every_seconds}</bdi>, 'number'],
    [
      words.lastRun,
      ({ last_started: time, running }) => (running ? words.runningNow : <Time value={time} />),
    ],
    [words.holder, ({ holder }) => <Text>{holder ?? ''}</Text>],
    [words.failedRuns, ({ failures }) => <bdi>{failures}</bdi>, 'number'],
    [words.lastFault, ({ last_fault: fault }) => <Text>{fault ?? ''}</Text>],
  ];
}

/** What an extension may add to balances within a day. */
function Bound({ state, ...extension }: ExtensionDto & { readonly state: FormState }) {
  const words = useWords('extension');
  const { name } = extension;
  return (
    <FormDisclosure
      title={words.boundOf({ name })}
      to={`${EXTENSIONS}/${encodeURIComponent(name)}/settings`}
      hint={words.boundHint}
      state={state}
      button={words.save}
      {...formFor(extensionSet, extension)}
    >
      <Input name="deposits_a_day" label={words.depositsADay} />
    </FormDisclosure>
  );
}

function failureColumns({ language, caller }: Visit): Column<FailureDto>[] {
  const words = wordsOf(language, 'extension');
  const resend: Column<FailureDto> = [
    words.resend,
    ({ id }) => (
      <Form
        to={`${EXTENSIONS}/failed-events/${id}/resend`}
        class="inline"
        label={words.resendOne({ id: String(id) })}
        button={words.resend}
        kind="plain"
      />
    ),
  ];
  const skip: Column<FailureDto> = [
    words.skip,
    ({ id, account_id: account }) =>
      account !== null && (
        <Form
          to={`${EXTENSIONS}/failed-events/${id}/skip`}
          class="inline"
          label={words.skipOne({ id: String(id), account: String(account) })}
          button={words.skip}
          kind="danger"
        />
      ),
  ];
  return [
    [words.extension, ({ extension }) => <Code>{extension}</Code>],
    [words.receiver, ({ listener }) => <Code>{listener}</Code>],
    [words.waitingAccount, ({ account_id: account }) => <bdi>{account}</bdi>, 'number'],
    [words.event, ({ event }) => <Code>{event}</Code>, 'words'],
    [words.attempts, ({ attempts }) => <bdi>{attempts}</bdi>, 'number'],
    [words.failingSince, ({ since: time }) => <Time value={time} />],
    [words.lastTry, ({ last_try: time }) => <Time value={time} />],
    [
      words.nextTry,
      ({ next_try: time }) => (time === null ? words.givenUp : <Time value={time} />),
    ],
    [words.reason, ({ reason }) => <Text>{reason}</Text>],
    ...(caller.may('extensions.resend') ? [resend, skip] : []),
  ];
}

function Held() {
  const words = useWords('extension');
  return (
    <FormDisclosure
      title={words.heldTitle}
      to={`${EXTENSIONS}/failed-events/release`}
      hint={words.heldHint}
    >
      <div class="actions">
        <Submit kind="plain">{words.release}</Submit>
        <Submit kind="danger" name="drop" value="1">
          {words.drop}
        </Submit>
      </div>
    </FormDisclosure>
  );
}
