import { Get, type Type } from '@nestjs/common';
import { InvalidFieldsError } from '../../operations/fields/checked-input.js';
import type { AnyOperation, ThingId } from '../../operations/operation.js';
import { messageKey } from '../../common/sentence.js';
import { ConsoleController } from '../../console/http/console-controller.decorator.js';
import type { FormValues } from '../../console/http/form-values.js';
import { stateOf, type RefusedForm } from '../../console/http/refused-form.js';
import { formFor } from '../../console/operations/form-for.js';
import {
  addHandler,
  OperationForms,
  type OperationForm,
  type PageOfForms,
} from '../../console/operations/operation-forms.decorator.js';
import { DoneNotice } from '../../console/shell/done-notice.js';
import type { ExtensionPart } from '../../console/shell/navigation.js';
import type { Page } from '../../console/visit/page.js';
import { useVisit } from '../../console/visit/use-visit.js';
import { visitOf, type Visit } from '../../console/visit/visit.js';
import { textIn } from '../../locales/operator-text.js';
import { FormCard } from '../../pages/card.js';
import { Check, Choice, Input, TextArea, type FormState } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { Details } from '../../pages/table.js';
import { LinkLine } from '../../pages/text-links.js';
import { Money, Text } from '../../pages/values.js';
import { useWords, wordsOf } from '../../pages/words.js';
import type { LoadedExtension } from '../extension.js';
import { operationOf } from './declared-operations.js';
import type { ExtensionOperation, OperationField } from '../operators/extension-operation.js';

/** The field that names what an operation is done to. A field of an extension has no such name. */
const TARGET = 'target-id';
/** A longer text is typed in several lines. */
const MAX_LINE_CHARACTERS = 200;

interface Declared {
  readonly declared: ExtensionOperation;
  readonly operation: AnyOperation;
}

/** The page with the forms of an extension's operations, and where the menu has it. */
export function operationsPage(extension: LoadedExtension): {
  readonly controller: Type;
  readonly part: ExtensionPart;
} {
  const { name, operations = [] } = extension.definition;
  const all = operations.map((declared) => ({
    declared,
    operation: operationOf(extension, declared),
  }));
  const page = `extensions/${name}`;
  class ExtensionPage implements PageOfForms {
    page(visit: Visit, _: ThingId, refused?: RefusedForm<string>): Promise<Page> {
      const words = wordsOf(visit.language, 'extension');
      const open = all.filter(({ operation }) => visit.caller.may(operation.permission));
      const [first] = all;
      if (first && open.length === 0) visit.caller.assertMay(first.operation.permission);
      const forms = open.map((one) => (
        <OperationCard {...one} page={page} state={stateOf(refused, one.declared.name)} />
      ));
      const content = [<DoneNotice said={{ done: words.operationDone }} />, ...forms];
      return Promise.resolve({ title: name, content });
    }
  }
  const forms = all.map((one) => [one.declared.name, formOf(one, page)] as const);
  OperationForms<ExtensionPage>(Object.fromEntries(forms))(ExtensionPage);
  addHandler(ExtensionPage, [Get(), 'any'], (shown, request) => shown.page(visitOf(request), 0));
  ConsoleController(page)(ExtensionPage);
  const permissions = all.map(({ operation }) => operation.permission);
  return { controller: ExtensionPage, part: { name, page, permissions } };
}

function formOf({ declared, operation }: Declared, page: string): OperationForm<PageOfForms> {
  const { summary, confirm, answer, target } = declared;
  return {
    operation,
    done: 'done',
    ...(target && { thing: (form: FormValues) => targetIn(form, target) }),
    ...(confirm !== undefined && {
      question: (_, { language }) => ({
        title: textIn(language, summary),
        warning: textIn(language, confirm),
      }),
    }),
    ...(answer && {
      shows:
        (_, { language }) =>
        (values) => ({
          title: textIn(language, summary),
          content: <Answer {...{ fields: answer, values, page }} />,
        }),
    }),
  };
}

/** @throws InvalidFieldsError */
function targetIn(form: FormValues, target: NonNullable<ExtensionOperation['target']>): ThingId {
  const text = form.text(TARGET);
  // No database knows a text with U+0000.
  if (target === 'order' && !text.includes('\0')) return text;
  if (target !== 'order' && /^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw InvalidFieldsError.of(TARGET, 'must be an id', messageKey('field.id', {}));
}

interface OperationCardProps extends Declared {
  readonly page: string;
  readonly state: FormState;
}

function OperationCard({ declared, operation, page, state }: OperationCardProps) {
  const { language, query } = useVisit();
  const words = useWords('extension');
  const { name, summary, target, fields = {} } = declared;
  const title = textIn(language, summary);
  return (
    <FormCard
      {...{ title, state, to: `${page}/${name}`, button: words.operationRun }}
      {...formFor(operation)}
    >
      {target && (
        <Input name={TARGET} label={words.idOf[target]} value={query.get(target) ?? undefined} />
      )}
      {Object.entries(fields).map(([field, one]) => (
        <Field name={field} field={one} />
      ))}
    </FormCard>
  );
}

function Field({ name, field }: { readonly name: string; readonly field: OperationField }) {
  const { language } = useVisit();
  const label = textIn(language, field.label);
  switch (field.kind) {
    case 'flag':
      return <Check {...{ name, label }} />;
    case 'choice': {
      const words = Object.entries(field.words);
      const options = words.map(([word, text]) => [word, textIn(language, text)] as const);
      return (
        <Choice {...{ name, label, options: field.optional ? [['', '–'], ...options] : options }} />
      );
    }
    case 'text':
      if ((field.maxCharacters ?? 0) > MAX_LINE_CHARACTERS)
        return <TextArea {...{ name, label }} />;
      return <Input {...{ name, label }} />;
    case 'integer':
    case 'money':
      return <Input {...{ name, label }} />;
  }
}

interface AnswerProps {
  readonly fields: NonNullable<ExtensionOperation['answer']>;
  readonly values: object;
  readonly page: string;
}

/** What an operation has answered, by the texts of its extension. */
function Answer({ fields, values, page }: AnswerProps) {
  const { language } = useVisit();
  const words = useWords('extension');
  const given = new Map<string, unknown>(Object.entries(values));
  const entries = Object.entries(fields).map(([name, field]) => {
    const value = given.get(name);
    return (
      value !== undefined &&
      ([textIn(language, field.label), <Value field={field} value={value} />] as const)
    );
  });
  return (
    <>
      <Notice kind="good">{words.operationDone}</Notice>
      <section class="card">
        <Details entries={entries} />
      </section>
      <LinkLine to={page}>{words.operationsBack}</LinkLine>
    </>
  );
}

function Value({ field, value }: { readonly field: OperationField; readonly value: unknown }) {
  const { language } = useVisit();
  const words = useWords('extension');
  if (field.kind === 'money') return <Money value={String(value)} />;
  if (field.kind === 'flag') return <>{value === true ? words.yes : words.no}</>;
  const chosen = field.kind === 'choice' ? field.words[String(value)] : undefined;
  return <Text>{chosen === undefined ? String(value) : textIn(language, chosen)}</Text>;
}
