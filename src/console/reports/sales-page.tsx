import { dayOf } from '../../common/zoned-time.js';
import { isTimeSpan, SALES_DIMENSIONS } from '../../reports/report-shapes.js';
import type { SalesReportDto } from '../../operations/reports/report.lists.js';
import { ChoiceLinks } from '../../pages/choice-links.js';
import { Disclosure } from '../../pages/card.js';
import type { FormState } from '../../pages/form.js';
import { Code } from '../../pages/values.js';
import { FilterForm } from '../shell/filter-form.js';
import { ListLinks } from '../shell/list-links.js';
import { paper, PrintLink } from '../shell/paper.js';
import type { ProductPlaces } from '../shell/thing-naming.service.js';
import { periodDays, type Period } from '../shell/periods.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { SalesFigure } from './charts.js';
import { ReportLinks } from './report-links.js';
import { reportDays, salesPoints } from './sales-points.js';
import { SalesTable } from './sales-table.js';
import { OtherSums, SalesTotals, type SalesBefore } from './sales-totals.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** A report with what it is compared with. */
export interface ShownSales {
  readonly report: SalesReportDto;
  readonly before: SalesBefore | undefined;
  /** Of its products. */
  readonly places: ProductPlaces;
}

/** @param shown undefined if what was asked for is refused. */
export function salesPage(visit: Visit, state: FormState, shown: ShownSales | undefined): Page {
  const words = wordsOf(visit.language, 'report');
  return {
    title: words.reports,
    content: (
      <>
        <ReportLinks />
        <Presets state={state} />
        <Chosen state={state} />
        {shown && <Sales state={state} shown={shown} />}
      </>
    ),
  };
}

/** The same to be printed, without the chart. */
export function salesPaper(visit: Visit, state: FormState, shown: ShownSales): Page {
  const words = wordsOf(visit.language, 'report');
  const { from, to } = reportDays(shown.report, visit.conventions.timeZone);
  return paper(visit, {
    ...{ title: words.reports, to: 'reports', parameters: state.values },
    facts: [
      [words.from, <Code>{from}</Code>],
      [words.to, <Code>{to}</Code>],
    ],
    content: <Sales state={state} shown={shown} isPrinted />,
  });
}

/** Periods that are often asked for, without the days that are still to come. */
function Presets({ state: { values = {} } }: { readonly state: FormState }) {
  const { conventions, links } = useVisit();
  const words = useWords('report');
  const today = dayOf(new Date(), conventions.timeZone);
  // What is shown without a choice.
  const isUsual = values.from === undefined && values.to === undefined;
  const choices = PRESETS.map((period) => {
    const { from, to: last } = periodDays(period, today, conventions.weekStart);
    const to = last < today ? last : today;
    return {
      name: words.periods[period],
      href: links.to('reports', { by: values.by, from, to }),
      isChosen: isUsual ? period === 'days30' : values.from === from && values.to === to,
    };
  });
  return <ChoiceLinks label={words.period} choices={choices} />;
}
const PRESETS = [
  'today',
  'yesterday',
  'days7',
  'days30',
  'thisMonth',
  'lastMonth',
] as const satisfies readonly Period[];

function Chosen({ state }: { readonly state: FormState }) {
  const words = useWords('report');
  const options = SALES_DIMENSIONS.map((by) => [by, words.by[by]] as const);
  return (
    <FilterForm
      {...{ to: 'reports', state, button: words.show }}
      filters={[
        { name: 'by', label: words.each, options },
        { name: 'from', label: words.from, as: 'date' },
        { name: 'to', label: words.to, as: 'date' },
      ]}
      inSight={3}
    />
  );
}

interface SalesProps {
  readonly state: FormState;
  readonly shown: ShownSales;
  readonly isPrinted?: boolean;
}

function Sales({ state, shown: { report, before, places }, isPrinted }: SalesProps) {
  const { conventions } = useVisit();
  const words = useWords('report');
  const points = salesPoints(report, conventions);
  const hasChart = points.length > 1 && !isPrinted;
  const table = <SalesTable {...{ report, points, places }} />;
  // Without a choice the file begins with the same day.
  const { from } = reportDays(report, conventions.timeZone);
  const parameters = { from, ...state.values };
  return (
    <>
      <SalesTotals report={report} before={before} />
      {hasChart && <SalesFigure report={report} points={points} />}
      {hasChart ? <Disclosure title={words.table}>{table}</Disclosure> : table}
      {report.more && <p>{words.more}</p>}
      <OtherSums report={report} />
      {!isPrinted && (
        <>
          <ListLinks path="reports" values={parameters} next={null} />
          {isTimeSpan(report.by) && <p class="hint">{words.utcDays}</p>}
          <PrintLink to="reports" parameters={parameters} />
        </>
      )}
    </>
  );
}
