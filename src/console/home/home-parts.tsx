import type { ComponentChildren } from 'preact';
import { Card } from '../../pages/card.js';
import { Table, type Column } from '../../pages/table.js';
import type { TopRows } from '../../reports/report-shapes.js';
import { useWords } from '../../pages/words.js';

/** The rows of a card; undefined for those who may not see them. */
export interface Top<Row> {
  readonly top: TopRows<Row> | undefined;
}

interface TopCardProps<Row> extends Top<Row> {
  readonly title: string;
  readonly hint?: string;
  readonly columns: readonly Column<Row>[];
  /** Without it the card is left out where there are no rows. */
  readonly whenEmpty?: string;
  /** Where there is more about it. */
  readonly children?: ComponentChildren;
}

/** The first rows of what needs somebody. */
export function TopCard<Row>({ title, top, hint, whenEmpty, ...props }: TopCardProps<Row>) {
  const words = useWords('home');
  if (!top || (top.rows.length === 0 && whenEmpty === undefined)) return null;
  return (
    <Card title={title}>
      {hint !== undefined && <p>{hint}</p>}
      <Table label={title} columns={props.columns} rows={top.rows} whenEmpty={whenEmpty ?? ''} />
      {top.more && <p>{words.andMore}</p>}
      {props.children}
    </Card>
  );
}
