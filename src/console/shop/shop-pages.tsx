import type { FindingDto, FindingsDto } from '../../operations/shop/recovery.operations.js';
import type { MaintenanceDto } from '../../operations/shop/maintenance.operations.js';
import { Card } from '../../pages/card.js';
import { ButtonLink, LinkLine } from '../../pages/text-links.js';
import { Choice, Form, type FormState } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { useWords } from '../../pages/page-context.js';
import { Details, Table } from '../../pages/table.js';
import { Badge, Code, Time } from '../../pages/values.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { ShopParts } from './shop-parts.js';
import { SHOP_WORDS } from './shop-words.js';

/** What is closed, and the ways to the other pages about the shop. */
export function shopPage(visit: Visit, maintenance: MaintenanceDto, state: FormState): Page {
  const { language, caller } = visit;
  const words = SHOP_WORDS[language];
  return {
    title: words.shop,
    content: (
      <>
        <ShopParts />
        <DoneNotice said={{ maintenance: words.switched }} />
        <div class="columns">
          <Maintenance maintenance={maintenance} state={state} />
          {caller.may('doctor.run') && (
            <Card title={words.doctor}>
              <p class="hint">{words.doctorHint}</p>
              <p>
                <ButtonLink to="shop/doctor">{words.examine}</ButtonLink>
              </p>
            </Card>
          )}
          {caller.may('webhooks.read') && (
            <Card title={words.webhooks}>
              <LinkLine to="shop/webhooks">{words.toWebhooks}</LinkLine>
            </Card>
          )}
        </div>
      </>
    ),
  };
}

const PARTS = ['nothing', 'orders', 'everything'] as const;

function wordOf(closed: string, words: Readonly<Record<(typeof PARTS)[number], string>>): string {
  const part = PARTS.find((one) => one === closed);
  return part ? words[part] : closed;
}

interface MaintenanceProps {
  readonly maintenance: MaintenanceDto;
  readonly state: FormState;
}

function Maintenance({ maintenance: { closed, since }, state }: MaintenanceProps) {
  const visit = useVisit();
  const words = useWords(SHOP_WORDS);
  return (
    <Card title={words.maintenance}>
      <Details
        entries={[
          [
            words.state,
            <Badge kind={closed === 'nothing' ? 'good' : 'bad'}>
              {wordOf(closed, words.states)}
            </Badge>,
          ],
          [words.since, <Time value={since} />],
        ]}
      />
      {visit.caller.may('maintenance.switch') && (
        <Form to="shop/maintenance" state={state} label={words.maintenance} button={words.apply}>
          <Choice
            name="closed"
            label={words.close}
            value={closed}
            options={PARTS.map((part) => [part, words.parts[part]] as const)}
            hint={words.closeHint}
          />
        </Form>
      )}
    </Card>
  );
}

const KINDS: Readonly<Record<string, 'good' | 'open' | 'bad'>> = {
  ok: 'good',
  warn: 'open',
  fail: 'bad',
};

/** What an examination has found. Its names and sentences are those of `souk doctor`. */
export function findingsPage({ language }: Visit, { items }: FindingsDto): Page {
  const words = SHOP_WORDS[language];
  const [kind, sentence] = items.some(({ verdict }) => verdict === 'fail')
    ? (['bad', words.fails] as const)
    : items.some(({ verdict }) => verdict === 'warn')
      ? (['plain', words.warns] as const)
      : (['good', words.allWell] as const);
  return {
    title: words.doctor,
    content: (
      <>
        <Notice kind={kind}>{sentence}</Notice>
        <Table<FindingDto>
          label={words.doctor}
          columns={[
            [words.check, ({ check }) => <Code>{check}</Code>, 'words'],
            [
              words.verdict,
              ({ verdict }) => <Badge kind={KINDS[verdict] ?? 'plain'}>{verdict}</Badge>,
            ],
            [words.finding, ({ message }) => <bdi lang="en">{message}</bdi>],
          ]}
          rows={items}
        />
        <LinkLine to="shop">{words.back}</LinkLine>
      </>
    ),
  };
}
