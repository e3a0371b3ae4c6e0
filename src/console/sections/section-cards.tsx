import type { ShownPart, ShownValue } from '../../operations/sections/shown-section.js';
import type { ShownSection } from '../../operations/sections/page-sections.service.js';
import { Card } from '../../pages/card.js';
import { Notice } from '../../pages/notice.js';
import { Details, Table } from '../../pages/table.js';
import { TextLink } from '../../pages/text-links.js';
import { Text } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';

/** What extensions add to a page. */
export function SectionCards({ sections }: { readonly sections: readonly ShownSection[] }) {
  const words = useWords('extension');
  return (
    <>
      {sections.map(({ extension, title, parts }) => (
        <Card title={title}>
          {parts?.map((part) => <Part title={title} part={part} />) ?? (
            <Notice kind="plain">{words.sectionFailed({ name: extension })}</Notice>
          )}
        </Card>
      ))}
    </>
  );
}

function Part({ title, part }: { readonly title: string; readonly part: ShownPart }) {
  const words = useWords('extension');
  switch (part.kind) {
    case 'text':
      return (
        <p>
          <Text>{part.text}</Text>
        </p>
      );
    case 'values':
      return (
        <Details entries={part.values.map(([label, value]) => [label, <Value {...value} />])} />
      );
    case 'table': {
      const columns = part.columns.map((column, index) => {
        const cell = (row: readonly ShownValue[]) => <Value {...(row[index] ?? { text: '' })} />;
        return [column, cell] as const;
      });
      return (
        <>
          <Table label={title} columns={columns} rows={part.rows} />
          {part.isCut && <p class="hint">{words.sectionCut}</p>}
        </>
      );
    }
  }
}

function Value({ text, page }: ShownValue) {
  return page === undefined ? <Text>{text}</Text> : <TextLink to={page}>{text}</TextLink>;
}
