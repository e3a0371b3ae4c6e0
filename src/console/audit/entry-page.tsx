import type { PageOf } from '../../operations/lists/list.js';
import type { AuditEntryDto, auditItems } from '../../operations/shop/audit.lists.js';
import { changedSetting } from '../../operations/shop/taken-setting.js';
import { isWhole } from '../../operations/shop/taken-back.js';
import { Card, DetailsCard, FormCard } from '../../pages/card.js';
import { Notice } from '../../pages/notice.js';
import { CursorPager } from '../../pages/table.js';
import { LinkLine, TextLink } from '../../pages/text-links.js';
import { Time } from '../../pages/values.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { toldColumns } from './audit-page.js';
import { ChangedValues, StayedValues, type Stayed } from './changed-values-table.js';
import { NO_NAMES } from '../shell/thing-naming.service.js';
import { wordsOf } from '../../pages/words.js';

/** A change: who, when, what, and how it is taken back. */
export function entryPage(
  visit: Visit,
  entry: AuditEntryDto,
  items: PageOf<typeof auditItems>,
  takenBackBy: AuditEntryDto | undefined,
  refused?: RefusedForm<string>,
): Page {
  const words = wordsOf(visit.language, 'audit');
  const path = `audit/${entry.id}`;
  const canGoBack = items.items.length > 0 || Boolean(changedSetting(entry) ?? refused);
  return {
    title: `${words.entry} ${entry.id}`,
    content: (
      <>
        <DoneNotice said={{ 'took-back': words.tookBack }} />
        <DetailsCard
          entries={[
            [words.time, <Time value={entry.at} />],
            ...toldColumns(visit, NO_NAMES).map(([name, cell]) => [name, cell(entry)] as const),
          ]}
        />
        {takenBackBy && (
          <Notice kind="plain">
            {words.wasTakenBack}{' '}
            <TextLink to={`audit/${takenBackBy.id}`}>{words.toTakingBack}</TextLink>
          </Notice>
        )}
        {canGoBack && !(takenBackBy && isWhole(takenBackBy)) && (
          <FormCard
            title={words.takeBack}
            to={`${path}/take-back`}
            hint={words.takeBackHint}
            state={stateOf(refused, 'take-back')}
            button={words.takeBack}
            kind="danger"
          />
        )}
        <Card title={words.items}>
          <ChangedValues values={items.items} />
          <CursorPager page={path} cursor={items.next} />
        </Card>
        <LinkLine to="audit">{words.toAudit}</LinkLine>
      </>
    ),
  };
}

/** Asked before a change is taken back, with what stays as it is; a page that says so where nothing goes back. */
export function takingBackQuestion(visit: Visit, stayed: Stayed): ConfirmQuestion | Page {
  const words = wordsOf(visit.language, 'audit');
  const { entry, taken } = stayed;
  const { back, left } = taken;
  if (back === 0) {
    return {
      title: words.takeBack,
      status: 409,
      content: (
        <>
          <Notice kind="bad">{words.changedSince}</Notice>
          <StayedValues stayed={stayed} />
          <LinkLine to={`audit/${entry.id}`}>{words.back}</LinkLine>
        </>
      ),
    };
  }
  const isOfItems = taken.items.some(({ part }) => part === 'values');
  return {
    title: words.takeBack,
    warning: `${words.wouldGo({ back, left })} ${isOfItems ? words.madeIsDeleted : ''}`,
    facts: <StayedValues stayed={stayed} />,
  };
}
