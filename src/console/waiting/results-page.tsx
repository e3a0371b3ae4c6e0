import type { OrderResultDto, OrderResultsDto } from '../../admin/orders/order-decisions.dto.js';
import { LinkLine } from '../../pages/text-links.js';
import { Notice } from '../../pages/notice.js';
import { Table, type Column } from '../../pages/table.js';
import { Badge } from '../../pages/values.js';
import { OrderLink } from '../order-rows/order-parts.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import type { Decision } from './confirmation-page.js';
import { wordsOf } from '../../pages/words.js';

/** How many orders were decided, and what became of each; those that were not come first. */
export function resultsPage(visit: Visit, decision: Decision, { items }: OrderResultsDto): Page {
  const { language } = visit;
  const words = wordsOf(language, 'waiting');
  const undone = items.filter(({ status }) => status !== 200);
  const done = items.filter(({ status }) => status === 200);
  const said = decision === 'accept' ? words.accepted : words.rejected;
  return {
    title: words.results,
    content: (
      <>
        {done.length > 0 && <Notice kind="good">{said({ count: done.length })}</Notice>}
        {undone.length > 0 && <Notice kind="bad">{words.notDone({ count: undone.length })}</Notice>}
        <LinkLine to="waiting">{words.back}</LinkLine>
        <Table label={words.results} columns={resultColumns(visit)} rows={[...undone, ...done]} />
      </>
    ),
  };
}

function resultColumns({ language }: Visit): Column<OrderResultDto>[] {
  return [
    [wordsOf(language, 'order').order, ({ order_id: id }) => <OrderLink id={id} />],
    [
      wordsOf(language, 'waiting').result,
      ({ status, detail }) =>
        status === 200 ? <Badge kind="good">✓</Badge> : <bdi lang="en">{detail}</bdi>,
    ],
  ];
}
