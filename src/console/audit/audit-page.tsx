import type { VNode } from 'preact';
import type { AuditEntryDto, AuditPageDto } from '../../admin/audit/audit.dto.js';
import { Form, Input, Submit, type FormState } from '../../pages/form.js';
import { useWords } from '../../pages/page-context.js';
import { Table, type Column } from '../../pages/table.js';
import { Badge, Code, Text, Time } from '../../pages/values.js';
import { ORDER_WORDS } from '../orders/order-words.js';
import { CONSOLE_WORDS } from '../shell/console-words.js';
import { ListLinks } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { AUDIT_WORDS } from './audit-words.js';
import { changedValues, valueTexts } from './changed-values.js';

/** The search in the audit, and what it has found, newest first. */
export function auditPage(visit: Visit, state: FormState, found: AuditPageDto): Page {
  const { language } = visit;
  const words = AUDIT_WORDS[language];
  return {
    title: CONSOLE_WORDS[language].audit,
    filters: 'audit',
    status: state.fault?.status,
    content: (
      <>
        <Filter visit={visit} state={state} />
        <Table
          label={CONSOLE_WORDS[language].audit}
          columns={columnsOf(visit)}
          rows={found.items}
          keyOf={({ id }) => id}
          whenEmpty={words.none}
        />
        <ListLinks visit={visit} path="audit" values={state.values} next={found.next} />
      </>
    ),
  };
}

function Filter({ visit, state }: { readonly visit: Visit; readonly state: FormState }): VNode {
  const words = AUDIT_WORDS[visit.language];
  const { find, from, to, timeHint } = ORDER_WORDS[visit.language];
  return (
    <Form action={visit.links.to('audit')} method="get" class="filter" state={state} label={find}>
      <Input name="actor" label={words.actor} placeholder="operator:ada" isOptional state={state} />
      <Input
        name="action"
        label={words.action}
        placeholder="balance deposit"
        isOptional
        state={state}
      />
      <Input
        name="from"
        type="datetime-local"
        label={from}
        hint={timeHint}
        isOptional
        state={state}
      />
      <Input name="to" type="datetime-local" label={to} hint={timeHint} isOptional state={state} />
      <Submit>{find}</Submit>
    </Form>
  );
}

function columnsOf({ language }: Visit): Column<AuditEntryDto>[] {
  const words = AUDIT_WORDS[language];
  return [
    { title: words.at, cell: ({ at }) => <Time value={at} /> },
    { title: words.actor, cell: (entry) => <Actor entry={entry} />, keepsWords: true },
    { title: words.action, cell: (entry) => <Action entry={entry} />, keepsWords: true },
    { title: words.change, cell: (entry) => <Change entry={entry} /> },
    { title: words.outcome, cell: ({ outcome }) => <Outcome outcome={outcome} /> },
  ];
}

interface EntryProps {
  readonly entry: AuditEntryDto;
}

function Actor({ entry: { actor, role, address, request_id: requestId } }: EntryProps): VNode {
  return (
    <div>
      <Text>{actor}</Text>
      {[role, address, requestId].map(
        (fact) =>
          fact !== null && (
            <div key={fact}>
              <small>
                <Text>{fact}</Text>
              </small>
            </div>
          ),
      )}
    </div>
  );
}

/** The names of actions and values are those of the command line. */
function Action({ entry: { action, details } }: EntryProps): VNode {
  return (
    <div>
      <Code>{action}</Code>
      {valueTexts(details).map(([name, text]) => (
        <div key={name}>
          <small>
            <Code>{name}</Code>: <Text>{text}</Text>
          </small>
        </div>
      ))}
    </div>
  );
}

function Change({ entry: { before, after } }: EntryProps): VNode {
  const words = useWords(AUDIT_WORDS);
  return (
    <div>
      {changedValues(before, after).map((value) => (
        <div key={value.name}>
          <Code>{value.name}</Code>: <Text>{value.before ?? words.nothing}</Text>{' '}
          <small>{words.then}</small> <Text>{value.after ?? words.nothing}</Text>
        </div>
      ))}
    </div>
  );
}

function Outcome({ outcome }: Pick<AuditEntryDto, 'outcome'>): VNode {
  const words = useWords(AUDIT_WORDS);
  if (outcome === 'done') return <Badge kind="good">{words.done}</Badge>;
  if (outcome === null) return <Badge kind="open">{words.unfinished}</Badge>;
  return <bdi lang="en">{outcome}</bdi>;
}
